import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From so many words on a quotation may be a part of what the app says; a shorter one is the whole. */
const fewestOfPart = 3;

/** What people can read in the app, as its sources write it: for docs that quote it. */
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

/** String literals and texts between tags, cut where something is filled in; comments say nothing to people. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)];
  const strings = literals.flatMap(([, single, double, template]) =>
    (single ?? double ?? template ?? '').split(/\$\{[^}]*\}/),
  );
  return [...strings, ...code.split(/[<>{}]/)].map(plain).filter((text) => text !== '');
}

/** With plain blanks, and without what joins a text to what follows it. */
function plain(text: string): string {
  return text
    .replaceAll(/\s|\\u00A0|&nbsp;/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/^[\s.,·]+|[\s:·]+$/g, '');
}
