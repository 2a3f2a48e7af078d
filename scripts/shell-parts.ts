import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Beside the page: the value of a `Link` header. */
const file = 'shell-parts.txt';
const shellParts = new Set(['signed-in', 'signed-out']);

/**
 * Writes down the parts that every screen of somebody signed in needs. The server names them with the page, so that they
 * come beside the entry and not after it; who opens the app from the device needs no server for that.
 */
export function shellPartsPlugin(): Plugin {
  return {
    name: 'shell-parts',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const links = Object.values(bundle).flatMap((part) => {
        if (part.type !== 'chunk' || !shellParts.has(part.name)) return [];
        const styles = [...(part.viteMetadata?.importedCss ?? [])];
        // With CORS, as the page asks for both: what was fetched otherwise would be fetched again.
        return [
          `</${part.fileName}>; rel=modulepreload`,
          ...styles.map((style) => `</${style}>; rel=preload; as=style; crossorigin`),
        ];
      });
      if (dir) writeFileSync(join(dir, file), links.join(', '));
    },
  };
}
