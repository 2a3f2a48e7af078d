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

/** Returns a formatter for figures of a column: all get the decimals of the most exact one, at most two. */
export function figureFormat(figures: readonly unknown[]): (figure: number) => string {
  const places = Math.max(0, ...figures.map((figure) => (typeof figure === 'number' ? placesOf(figure) : 0)));
  const format = new Intl.NumberFormat('ru', { minimumFractionDigits: places, maximumFractionDigits: places });
  return (figure) => format.format(figure);
}

function placesOf(figure: number): number {
  return [0, 1].find((places) => Number(figure.toFixed(places)) === Number(figure.toFixed(2))) ?? 2;
}
