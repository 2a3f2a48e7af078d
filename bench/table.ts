/** One figure of a benchmark, beside what it is compared with. */
export interface Figure {
  what: string;
  measured: string;
  reference: string;
  target: string;
  holds: boolean;
}

/** Prints the figures as a table, and says how many hold. */
export function printTable(figures: readonly Figure[]): void {
  const heads: Record<keyof Figure, string> = {
    what: 'что',
    measured: 'измерено',
    reference: 'эталон',
    target: 'цель',
    holds: 'итог',
  };
  const rows = figures.map((figure) => ({ ...figure, holds: figure.holds ? 'да' : 'НЕТ' }));
  const columns = Object.keys(heads) as (keyof Figure)[];
  const width = (column: keyof Figure) =>
    Math.max(heads[column].length, ...rows.map((row) => String(row[column]).length));
  const line = (cells: Record<keyof Figure, string>) =>
    columns.map((column) => cells[column].padEnd(width(column))).join('  ');
  console.log([line(heads), ...rows.map(line)].join('\n'));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
