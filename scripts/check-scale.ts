// Part of `npm run check`: spacing must be a step of the scale (src/app/styles/scale.css), and a width in `@media` must
// have a name (src/ui/base/media.ts). An exception gives its reason on its line: `/* Off the grid: … */`. Hairlines are
// not spacing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const spacing = /^(?:(?:padding|margin)(?:-[a-z]+)*|(?:row-|column-)?gap)$/;
const pixels = /(?<![\w.-])-?(?!1px)[\d.]*[1-9][\d.]*px/;
const reason = /^\s*\/\* Off the grid: [^*]+\*\//;
const comment = /\/\*(?! Off the grid: )[\s\S]*?\*\//g;
const part = /@media([^{]+)\{|(?<=[{;/]\s*)([a-z-]+)\s*:([^;{}]*);([^\n]*)/g;

/** Yields literal pixels where a name is required. */
function* literals(css: string): Generator<{ line: number; text: string; instead: string }> {
  const text = css.replaceAll(comment, (words) => words.replaceAll(/[^\n]/g, ' '));
  for (const { 0: whole, 1: query, 2: property = '', 3: value = '', 4: rest = '', index } of text.matchAll(part)) {
    const line = text.slice(0, index).split('\n').length;
    if (query !== undefined) {
      if (/\d(?:px|r?em)/.test(query))
        yield { line, text: `@media ${query.trim()}`, instead: 'a name of src/ui/base/media.ts' };
    } else if (spacing.test(property) && pixels.test(value) && !reason.test(rest))
      yield { line, text: whole.split(';', 1)[0] as string, instead: 'a step of src/app/styles/scale.css' };
  }
}

let found = 0;
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.css')) continue;
  const path = join('src', file);
  for (const { line, text, instead } of literals(readFileSync(path, 'utf8'))) {
    found += 1;
    console.error(`${path}:${line}: «${text}»: ${instead}`);
  }
}
if (found > 0) process.exitCode = 1;
