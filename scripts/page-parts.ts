import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Beside the page: by route the value of a `Link` header. */
const file = 'page-parts.json';
const shellParts = new Set(['signed-in', 'signed-out']);
const router = 'src/app/router.tsx';
const screens = /screen\(\s*'([a-z][^']*)', \(\) =>\s*import\('#src\/([^']+)'\)/g;

/**
 * Writes down which parts each screen of somebody signed in needs. The server names them with the page, so that they
 * come beside the entry and not after it; who opens the app from the device needs no server for that.
 */
export function pagePartsPlugin(): Plugin {
  return {
    name: 'page-parts',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (!dir) return;
      const shell = partsOf(bundle, ({ name }) => shellParts.has(name));
      const byRoute: Record<string, string> = { '/main': linksOf(bundle, shell) };
      for (const [, path, source] of readFileSync(router, 'utf8').matchAll(screens)) {
        const module = normalizePath(resolve('src', source as string));
        const screen = partsOf(bundle, ({ moduleIds }) => moduleIds.includes(module));
        if (screen.size === 0) throw new Error(`${router}: no part of the build is ${source}`);
        byRoute[`/main/${path}`] = linksOf(bundle, new Set([...shell, ...screen]));
      }
      writeFileSync(join(dir, file), JSON.stringify(byRoute, null, 1));
    },
  };
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
  const links = [...names].flatMap((name) => {
    const part = bundle[name];
    if (part?.type !== 'chunk') return [];
    const styles = [...(part.viteMetadata?.importedCss ?? [])];
    // With CORS, as the page asks for both: what was fetched otherwise would be fetched again.
    return [
      `</${name}>; rel=modulepreload`,
      ...styles.map((style) => `</${style}>; rel=preload; as=style; crossorigin`),
    ];
  });
  return [...new Set(links)].join(', ');
}
