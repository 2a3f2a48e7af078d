/** Content of a cell; null where nothing is known. */
export type CsvCell = string | number | null;

/** Text that a spreadsheet would treat as a formula, also after spaces and with full-width characters. */
const formula = /^[\s\u00A0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Returns a table that a Russian Excel and LibreOffice open: UTF-8 with a BOM, semicolons, decimal commas. Text that
 * would run as a formula is prefixed with an apostrophe, because names are typed by people.
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
