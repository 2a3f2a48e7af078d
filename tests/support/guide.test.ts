import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOfApp } from './words-of-app.ts';

const root = join(import.meta.dirname, '../..');
const guide = join(root, 'docs/guide');
const pages = readdirSync(guide)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(join(guide, name), 'utf8')] as const);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const words = wordsOfApp(root);

/** Returns the links and pictures of a page, as written. */
const linksOf = (text: string) => [...text.matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
/** Returns the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const linked: [path: string, text: string][] = [
  ...pages.map(([name, text]): [string, string] => [`docs/guide/${name}`, text]),
  ['README.md', readme],
];

test.each(linked)('every link of %s leads somewhere', (path, text) => {
  for (const link of linksOf(text)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [file = '', anchor] = link.split('#');
    const target = file ? join(root, dirname(path), file) : join(root, path);
    expect(existsSync(target), link).toBe(true);
    if (anchor === undefined) continue;
    const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    expect(headings.map(anchorOf), link).toContain(decodeURIComponent(anchor));
  }
});

test('every picture is shown somewhere, and every page is linked from the first one', () => {
  const shown = new Set(
    linked.flatMap(([path, text]) => linksOf(text).map((link) => relative(guide, join(root, dirname(path), link)))),
  );
  const pictures = readdirSync(join(guide, 'pictures')).map((name) => `pictures/${name}`);
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  const first = linksOf(pages.find(([name]) => name === 'README.md')?.[1] ?? '');
  expect(pages.map(([name]) => name).filter((name) => name !== 'README.md' && !first.includes(name))).toEqual([]);
});

test.each(pages)('what %s quotes in bold occurs in the app', (_, text) => {
  const bold = [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, quoted = '']) => quoted);
  expect(bold.filter((quoted) => !words.say(quoted))).toEqual([]);
});

test('a quote that does not occur in the app is found', () => {
  expect(words.say('Завершить')).toBe(true);
  expect(words.say('Завершит')).toBe(false);
  expect(words.say('Закончить протокол')).toBe(false);
});
