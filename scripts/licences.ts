import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Data of «О приложении», fetched when that is opened. */
const file = 'licences.json';
const licenceFile = /^(licen[cs]e|copying)(\.(md|txt))?$/i;

/**
 * Writes down the licences of every package that is shipped to the browser: of the modules and files that the build
 * bundles, in the page and in the service worker, which is built after it.
 */
export function licencesPlugins(): { page: Plugin; worker: Plugin } {
  const folders = new Set<string>();
  let output: string | undefined;
  const plugin = (name: string): Plugin => ({
    name,
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const files = part.type === 'chunk' ? part.moduleIds : part.originalFileNames;
        for (const each of files) {
          const folder = packageFolderOf(each);
          if (folder) folders.add(folder);
        }
      }
    },
    writeBundle({ dir }) {
      output ??= dir;
      if (output) writeFileSync(join(output, file), licencesOf(folders));
    },
  });
  return { page: plugin('licences'), worker: plugin('licences-of-worker') };
}

function packageFolderOf(id: string): string | undefined {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
    resolve(id.replace(/\?.*$/, '')).replaceAll('\\', '/'),
  );
  return id.startsWith('\0') ? undefined : found?.[1];
}

/** Packages with the same licence text share one entry. */
function licencesOf(folders: ReadonlySet<string>): string {
  const texts: string[] = [];
  const packages = [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const text = textOf(folder);
      if (text && !texts.includes(text)) texts.push(text);
      return { name, version, licence: license, ...(text ? { text: texts.indexOf(text) } : {}) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return JSON.stringify({ packages, texts });
}

function textOf(folder: string): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((each) => licenceFile.test(each)) : undefined;
  return name && readFileSync(join(folder, name), 'utf8').trim();
}
