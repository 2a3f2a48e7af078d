import type { ImportRow } from '#contract/identity/people-import.ts';
import { importColumns, maxImportRows } from '#contract/identity/people-import.ts';
import { areEnough, headingsOf, headingsProblem, type PeopleColumn } from './people-columns.ts';
import { readCsv, readSheets, TableProblem, type WrittenTable } from './read-table.ts';

/** People of a table, and the names of its columns that say nothing of what is known of a person. */
export interface PeopleTable {
  rows: ImportRow[];
  unreadColumns: string[];
}

/** Maximum file size in bytes; ten thousand people need less. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Reads a table of people from CSV or XLSX; one of its first lines names the columns.
 * @throws TableProblem
 */
export async function readPeople(file: File): Promise<PeopleTable> {
  if (file.size > maxBytes) throw new TableProblem('Файл больше 10 МБ: разделите таблицу на части');
  return peopleOf(isSheet(file) ? await readSheets(file) : [{ cells: await readCsv(file) }]);
}

function isSheet({ name }: File): boolean {
  if (/\.xls$/i.test(name)) throw new TableProblem('Это таблица старого вида (XLS): сохраните её как XLSX или CSV');
  return /\.xlsx$/i.test(name);
}

/** Reads the first of these tables that has the headings. */
function peopleOf(tables: readonly WrittenTable[]): PeopleTable {
  const found = tables.map(({ cells, sheet }) => ({ table: cells, sheet, headings: headingsOf(cells) }));
  const countOf = ({ headings }: (typeof found)[number]) => headings?.columns.size ?? 0;
  const [most] = found.toSorted((one, other) => countOf(other) - countOf(one));
  const first = found.find(({ headings }) => headings && areEnough(headings.columns)) ?? most;
  if (!first?.headings || !areEnough(first.headings.columns))
    throw new TableProblem(headingsProblem(first?.headings, first?.sheet));
  const { table, headings } = first;
  const { columns, index: top } = headings;
  const rows = table.flatMap((cells, index) => {
    if (index <= top || cells.every((cell) => cell.trim() === '')) return [];
    const cellOf = (column: PeopleColumn) => cells[columns.get(column) ?? -1]?.trim() ?? '';
    const parts = [cellOf('surname'), cellOf('first'), cellOf('patronymic')].filter(Boolean).join(' ');
    const row = {
      line: index + 1,
      name: '',
      email: '',
      role: '',
      manager: '',
      position: '',
      organization: '',
      phone: '',
    };
    for (const column of importColumns) row[column] = cellOf(column);
    return [{ ...row, name: row.name || parts }];
  });
  if (rows.length === 0) throw new TableProblem('Под названиями столбцов нет ни одной строки');
  if (rows.length > maxImportRows) throw new TableProblem('В таблице больше 10 000 строк: разделите её на части');
  return { rows, unreadColumns: unreadColumns(table.slice(top), columns) };
}

/** Returns the names of the columns that have something in them, and are none of those that are read. */
function unreadColumns(
  [heads = [], ...rows]: readonly (readonly string[])[],
  columns: ReadonlyMap<unknown, number>,
): string[] {
  const read = new Set(columns.values());
  return heads.flatMap((head, index) => {
    const isEmpty = head.trim() === '' || rows.every((cells) => !cells[index]?.trim());
    return read.has(index) || isEmpty ? [] : [head.trim()];
  });
}
