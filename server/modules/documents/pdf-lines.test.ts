import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { breakLinesInLinearTime } from './pdf-lines.ts';

type Word = { text: string; width: number; noNewLine?: boolean };
type Builder = { buildNextLine(node: { _inlines: Word[] }): { inlines: Word[]; lastLineInParagraph: boolean } | null };

const require = createRequire(import.meta.url);
const builder = require('pdfmake/js/LayoutBuilder.js').default.prototype as Builder;
const own = builder.buildNextLine;
breakLinesInLinearTime();

const letter = 10;
const font = { widthOfString: (text: string) => text.length * letter };

/** Breaks the words into lines, and counts how often the width of a word is read. */
function broken(words: Omit<Word, 'width'>[], build = builder.buildNextLine) {
  let reads = 0;
  const inlines = words.map((word) => {
    let width = word.text.length * letter;
    const measured = { get: () => ++reads && width, set: (now: number) => (width = now), enumerable: true };
    return Object.defineProperty({ ...word, font }, 'width', measured) as unknown as Word;
  });
  const node = { _inlines: inlines };
  const writer = { context: () => ({ availableWidth: 480 }) };
  const lines: string[] = [];
  for (let line = build.call({ writer, buildNextLine: build }, node); line; ) {
    lines.push(line.inlines.map(({ text }) => text).join('') + (line.lastLineInParagraph ? '¶' : ''));
    line = build.call({ writer, buildNextLine: build }, node);
  }
  return { lines, reads };
}

const count = 4_000;
const row = (text: string, noNewLine?: boolean) =>
  Array.from({ length: count }, () => ({ text, ...(noNewLine && { noNewLine }) }));

test.each([
  ['short words', row('я ')],
  ['dashes that no line may end between', row('–\u00a0', true)],
  ['words longer than a line', row('я'.repeat(120))],
])('%s are measured a few times each, however many they are', (_, words) => {
  expect(broken(words).reads).toBeLessThan(60 * count);
});

test('lines break where those of pdfmake do', () => {
  const lengths = [1, 3, 8, 20, 47, 48, 49, 120];
  const words = Array.from({ length: 600 }, (_, at) => ({
    text: 'абвгдежзик'.repeat(12).slice(0, lengths[(at * 7 + (at >> 3)) % lengths.length]),
    ...(at % 5 < 2 && { noNewLine: true }),
    ...(at % 41 === 0 && { lineEnd: true }),
  }));
  expect(broken(words).lines).toEqual(broken(words, own).lines);
});
