import type { CsvCell } from '#src/format/index.ts';

/** Figures as rows: shown as a table beside a chart, printed and exported alike. */
export interface Sheet {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly CsvCell[])[];
  /** Where what a cell counts is listed, by rows and columns as above; the names have no place. */
  links?: readonly (readonly (string | undefined)[])[] | undefined;
}

/** How many per cent a part is, to one place; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;
}
