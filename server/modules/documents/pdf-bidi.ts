import { createRequire } from 'node:module';

/** A word of a line with its trailing spaces; `x` is its left edge, `trailingCut` the width of those spaces. */
export type PlacedWord = { text: string; x: number; width: number; trailingCut?: number };
type Line = { inlines: PlacedWord[] };
type LineWriter = { alignLine(line: Line): void };

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const letter = /\p{L}/u;

/**
 * Makes pdfmake place Hebrew and Arabic words from right to left. By itself it places all words from left to right,
 * though the letters of each word are in the right order (alignLine in pdfmake/src/ElementWriter.js; pinned, and
 * tested).
 */
export function placeRightToLeft(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/ElementWriter.js') as { default: { prototype: LineWriter } }).default;
  const alignLine = prototype.alignLine;
  prototype.alignLine = function (this: LineWriter, line: Line) {
    alignLine.call(this, line);
    turnWords(line.inlines);
  };
}

/** Reverses each row of right-to-left words, with the numbers and punctuation between two of them. */
export function turnWords(words: readonly PlacedWord[]): void {
  let [first, last] = [-1, -1];
  const turn = () => {
    if (first >= 0) turnRow(words.slice(first, last + 1));
    first = -1;
  };
  for (const [index, { text }] of words.entries()) {
    if (rightToLeft.test(text)) {
      if (first < 0) first = index;
      last = index;
    } else if (letter.test(text)) turn();
  }
  turn();
}

function turnRow(row: readonly PlacedWord[]): void {
  const placed = row.map(({ x, width, trailingCut = 0 }) => ({ from: x, to: x + width - trailingCut }));
  let right = placed.at(-1)?.to ?? 0;
  for (const [index, word] of row.entries()) {
    const { from, to } = placed[index] ?? { from: 0, to: 0 };
    const left = right - (to - from);
    // The trailing spaces of a right-to-left word are drawn before it.
    word.x = rightToLeft.test(word.text) ? left - (word.trailingCut ?? 0) : left;
    right = left - ((placed[index + 1]?.from ?? to) - to);
  }
}
