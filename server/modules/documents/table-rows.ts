import type { Run, TextTable } from '#contract/documents/printed/document-model.ts';

/** Maximum height, in lines, of a row that is kept whole, and of a table that is kept whole below its heading. */
export const wholeLines = 20;
/** Maximum height, in lines, of a head that is repeated, and of the rows of a longer table kept with its heading. */
export const startLines = 8;
/** Estimated number of letters on a line of the full width. */
export const lettersOfLine = 75;

/** Estimates the height of each row, in lines. */
export function rowHeights({ rows, shares }: Pick<TextTable, 'rows' | 'shares'>): number[] {
  return rows.map((cells) => Math.max(...cells.map((runs, column) => estimateCellLines(runs, shares[column] ?? 1))));
}

/** Whether the first row is repeated on each page: a head, and not so tall that it would fill the pages. */
export function repeatsHead({ hasHead, isSigned }: TextTable, heights: readonly number[]): boolean {
  return isSigned === true || (hasHead === true && (heights[0] ?? 0) <= startLines);
}

/** Estimates the lines that a cell takes. Narrow columns are filled less well. */
function estimateCellLines(runs: readonly Run[], share: number): number {
  const letters = runs.reduce((sum, { text }) => sum + text.length, 0);
  return Math.max(Math.ceil((letters * 1.2) / Math.max(share * lettersOfLine - 2, 1)), 1);
}
