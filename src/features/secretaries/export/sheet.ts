import type { CsvCell } from '#src/format/index.ts';

/** Figures as rows: shown as a table beside a chart, printed, and exported. */
export interface Sheet {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly CsvCell[])[];
  /** Addresses where what a cell counts is listed, by row and column; the cells of names have none. */
  links?: readonly (readonly (string | undefined)[])[] | undefined;
}

/** Returns the share of a part in per cent, rounded to one decimal; null where the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;
}
