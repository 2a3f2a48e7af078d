import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Beside the page: by route the value of a `Link` header. */
const file = 'page-parts.json';
const shellPart = 'signed-in';
/** With what it shares with the screens for those who are not. */
const shellParts = new Set([shellPart, 'signed-out']);
const headScript = 'src="/head.js"';
const router = 'src/app/router.tsx';
const screens = /screen\(\s*'([a-z][^']*)', \(\) =>\s*import\('([^']+)'\)/g;

/**
 * Names the parts that come beside the entry and not after it. Which ones each screen of somebody signed in needs is
 * written down for the server, which says so with the page. For who opens the app from the device the page names the shell
 * to `head.js`, without the small parts that it needs: each link takes a slow device 10 ms.
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

/** The file that the router names by the house's address or beside itself. */
function moduleOf(source: string): string {
  return source.startsWith('#src/') ? resolve(source.slice(1)) : resolve(dirname(router), source);
}

/** These chunks and what they need before they can run, by file name. */
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
  // With CORS, as the page asks for both: what was fetched otherwise would be fetched again.
  const links = filesOf(bundle, names).map((file) =>
    file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`,
  );
  return links.join(', ');
}

/** The addresses of these chunks, each with its styles. */
function filesOf(bundle: Bundle, names: Iterable<string>): string[] {
  const files = [...names].flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'chunk' ? [name, ...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set(files)].map((name) => `/${name}`);
}
