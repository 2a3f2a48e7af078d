import type { Run } from './document-model.ts';

/** Width of the text, and of the padding and border of a cell, in points. */
const textWidth = 496;
const cellPadding = 9;
/** Font sizes in points: of the text, and of a table that would not fit otherwise. */
const sizes = { text: 12, small: 9 };
/** Maximum width, in ems, that a word is given: a longer one is an address, which may be broken. */
const longestWord = 14;

/** Relative widths of columns; `isSmall`: their words fit in small type at most. */
type ColumnShares = { shares: number[]; isSmall: boolean };

/**
 * Divides the width of a table among its columns. Each is as wide as its longest word or figure; the rest goes by the
 * length of the longest cell, within limits.
 */
export function columnShares(cells: readonly Run[][][]): ColumnShares {
  const columns = cells[0]?.map((_, column) => cells.map((row) => row[column] ?? [])) ?? [];
  const weights = columns.map((column) => Math.min(Math.max(...column.map(lettersOf), 6), 40));
  const words = columns.map((column) => Math.min(Math.max(...column.map(widestWord)), longestWord));
  const needed = (size: number) => words.map((ems) => neededShare(ems * size, columns.length));
  const isSmall = total(needed(sizes.text)) > 1;
  const least = needed(isSmall ? sizes.small : sizes.text);
  // Where not even small type fits, all columns are too narrow alike.
  if (total(least) > 1) return { shares: least.map((share) => share / total(least)), isSmall };
  return { shares: withLeast(weights, least), isSmall };
}

/** Shares by weight of which none is less than its least; the others make room for it. */
function withLeast(weights: readonly number[], least: readonly number[]): number[] {
  const narrow = new Set<number>();
  for (;;) {
    const room = 1 - total(least.filter((_, column) => narrow.has(column)));
    const all = total(weights.filter((_, column) => !narrow.has(column)));
    const shares = weights.map((weight, column) => (narrow.has(column) ? (least[column] ?? 0) : (weight / all) * room));
    const lacking = shares.findIndex((share, column) => !narrow.has(column) && share < (least[column] ?? 0));
    if (lacking < 0) return shares;
    narrow.add(lacking);
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
const lettersOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

/** A PDF divides the width without padding, a DOCX with it. */
function neededShare(width: number, columns: number): number {
  return Math.max((width + cellPadding) / textWidth, width / (textWidth - columns * cellPadding));
}

/** Returns the width of the widest words of a cell that no line break separates, in ems: «1 254 300» is one word. */
function widestWord(runs: readonly Run[]): number {
  const text = runs.map((run) => run.text).join('');
  const factor = runs.some(({ bold }) => bold) ? 1.08 : 1;
  const words = text.match(/[-–−]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\S)|[\S\u00a0]+/g) ?? [];
  return Math.max(0, ...words.map((word) => widthOf(word.slice(0, 100)))) * factor;
}

/** Estimates a width by the letters of Times New Roman. */
function widthOf(word: string): number {
  let ems = 0;
  for (const letter of word) {
    if (/[\d\p{Ll}]/u.test(letter)) ems += /[жмшщыюф]/.test(letter) ? 0.8 : 0.52;
    else ems += /[\p{Lu}%№]/u.test(letter) ? 0.75 : 0.34;
  }
  return ems;
}
