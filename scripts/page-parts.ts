import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** File beside the page: the value of the `Link` header by route. */
const file = 'page-parts.json';
const shellPart = 'signed-in';
/** Together with the chunk that it shares with the signed-out screens. */
const shellParts = new Set([shellPart, 'signed-out']);
const headScript = 'src="/head.js"';
const router = 'src/app/router.tsx';
const screens = /screen\(\s*'([a-z][^']*)', \(\) =>\s*import\('([^']+)'\)/g;

/**
 * Names the chunks that load in parallel with the entry instead of after it. A file for the server lists those of each
 * signed-in screen, which it announces with the page. For a start from the device, the page names the shell to
 * `head.js`, without its small dependencies: each link costs a slow device 10 ms.
 */
export function pagePartsPlugin(): Plugin {
  return {
    name: 'page-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const shell = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === shellPart);
        if (!shell || !html.includes(headScript)) throw new Error(`No ${shellPart}, or nobody to name it to`);
        return html.replace(headScript, `$& data-signed-in="${filesOf(bundle, [shell.fileName]).join(' ')}"`);
      },
    },
    writeBundle({ dir }, bundle) {
      if (!dir) return;
      const shell = partsOf(bundle, ({ name }) => shellParts.has(name));
      const byRoute: Record<string, string> = { '/main': linksOf(bundle, shell) };
      const routes = readFileSync(router, 'utf8');
      const found = [...routes.matchAll(screens)];
      if (found.length !== routes.match(/screen\(\s*'[a-z]/g)?.length)
        throw new Error(`${router}: a screen is not found`);
      for (const [, path, source] of found) {
        const module = normalizePath(moduleOf(source as string));
        const screen = partsOf(bundle, ({ moduleIds }) => moduleIds.includes(module));
        if (screen.size === 0) throw new Error(`${router}: no part of the build is ${source}`);
        byRoute[`/main/${path}`] = linksOf(bundle, new Set([...shell, ...screen]));
      }
      writeFileSync(join(dir, file), JSON.stringify(byRoute, null, 1));
    },
  };
}

/** Resolves an import of the router: an alias of the project, or a relative path. */
function moduleOf(source: string): string {
  return source.startsWith('#src/') ? resolve(source.slice(1)) : resolve(dirname(router), source);
}

/** Returns the file names of these chunks and of all that they import statically. */
function partsOf(bundle: Bundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const found = new Set(chunks.filter(isWanted).map(({ fileName }) => fileName));
  for (const name of found) {
    const part = bundle[name];
    if (part?.type === 'chunk') for (const next of part.imports) found.add(next);
  }
  return found;
}

function linksOf(bundle: Bundle, names: ReadonlySet<string>): string {
  // With CORS, like the page's own requests: otherwise the files would be fetched twice.
  const links = filesOf(bundle, names).map((file) =>
    file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`,
  );
  return links.join(', ');
}

/** Returns the addresses of these chunks and of their styles. */
function filesOf(bundle: Bundle, names: Iterable<string>): string[] {
  const files = [...names].flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'chunk' ? [name, ...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set(files)].map((name) => `/${name}`);
}
