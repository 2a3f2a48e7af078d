/** What a cell holds; null where nothing is known. */
export type CsvCell = string | number | null;

/** What a spreadsheet would take for a formula, also after blanks and in full-width signs. */
const formula = /^[\s\u00A0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A table as a Russian Excel and LibreOffice open it: UTF-8 with a mark, semicolons, a comma in fractions. Text that would
 * be run as a formula gets an apostrophe before it: names are typed by people.
 */
export function csvOf(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[heads, ...rows].map((row) => `${row.map(cellOf).join(';')}\r\n`).join('')}`;
}

function cellOf(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formula.test(value) ? `'${value}` : value;
  return /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
