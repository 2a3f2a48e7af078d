/** A row of a text table: its name, and its cells by the names of the columns. */
export interface TextRow {
  name: string;
  cells: Record<string, string>;
}

/** Parses a text table: a head, a line for each row, two spaces or more between the columns. */
export function readTextTable(text: string): TextRow[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const [, ...columns] = splitLine(head);
  return lines.map((line) => {
    const [name = '', ...cells] = splitLine(line);
    if (cells.length !== columns.length) throw new Error(`«${line.trim()}» does not fit ${columns.length} columns`);
    return { name, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) };
  });
}

function splitLine(line: string): string[] {
  return line.trim().split(/\s{2,}/);
}
