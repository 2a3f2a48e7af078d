import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minimum number of words of a quotation that may be a part of a text; a shorter one has to be the whole text. */
const fewestOfPart = 3;

/** Collects the texts that people can read in the app from its sources, for docs that quote them. */
export function wordsOfApp(root: string): { say: (quoted: string) => boolean } {
  const texts = ['src', 'contract', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .flatMap((entry) => textsOf(readFileSync(join(entry.parentPath, entry.name), 'utf8'))),
  );
  const wholes = new Set(texts);
  return {
    say: (quoted) => {
      const words = plain(quoted);
      return (
        wholes.has(words) || (words.split(' ').length >= fewestOfPart && texts.some((text) => text.includes(words)))
      );
    },
  };
}

/** Returns string literals and texts between tags, split at placeholders; comments are left out. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)];
  const strings = literals.flatMap(([, single, double, template]) =>
    (single ?? double ?? template ?? '').split(/\$\{[^}]*\}/),
  );
  return [...strings, ...code.split(/[<>{}]/)].map(plain).filter((text) => text !== '');
}

/** Replaces all spaces by single plain ones, and removes spaces and punctuation at both ends. */
function plain(text: string): string {
  return text
    .replaceAll(/\s|\\u00A0|&nbsp;/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/^[\s.,·]+|[\s:·]+$/g, '');
}
