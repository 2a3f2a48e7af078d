import type { ImportColumn, ImportRow } from '#contract/identity/people-import.ts';
import { importColumns, maxImportRows } from '#contract/identity/people-import.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';

/** A file that cannot be read as a table of people; the message gives the reason in Russian. */
export class TableProblem extends Error {}

/** People of a table, and the names of its columns that say nothing of what is known of a person. */
export interface PeopleTable {
  rows: ImportRow[];
  unreadColumns: string[];
}

/** Maximum file size in bytes; ten thousand people need less. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Reads a table of people from CSV or XLSX; its first line names the columns.
 * @throws TableProblem
 */
export async function readPeople(file: File): Promise<PeopleTable> {
  if (file.size > maxBytes) throw new TableProblem('Файл больше 10 МБ: разделите таблицу на части');
  const table = isSheet(file) ? await readSheet(file) : await readCsv(file);
  return peopleOf(table);
}

function isSheet({ name }: File): boolean {
  if (/\.xls$/i.test(name)) throw new TableProblem('Это таблица старого вида (XLS): сохраните её как XLSX или CSV');
  return /\.xlsx$/i.test(name);
}

async function readSheet(file: File): Promise<string[][]> {
  const { readSheet: read } = await import('read-excel-file/universal');
  try {
    const cells = await read(file);
    return cells.map((row) => row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))));
  } catch (cause) {
    throw new TableProblem('Файл не читается как таблица XLSX: возможно, он повреждён или защищён паролем', { cause });
  }
}

async function readCsv(file: File): Promise<string[][]> {
  const { default: papa } = await import('papaparse');
  const text = textOf(await file.arrayBuffer());
  const { data, errors } = papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  // After an unclosed quote everything up to the end of the file is one cell, and its people would be lost silently.
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote)
    throw new TableProblem(
      `В строке ${(quote.row ?? 0) + 1} кавычки стоят неверно: исправьте её и выберите файл снова`,
    );
  return data;
}

/** Returns the most frequent delimiter in the line of the column names; the library guesses from several lines. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const counts = [';', ',', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

/** UTF-8, what a Russian Excel writes as CSV, or its «Текст Юникод», which begins with a mark of the order of its bytes. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

type NamePart = 'surname' | 'first' | 'patronymic';

/** Names of the columns, in lower case without spaces and punctuation. */
const heads: Record<ImportColumn | NamePart, readonly string[]> = {
  name: ['фио', 'фамилияимяотчество', 'сотрудник', 'полноеимя', 'name'],
  surname: ['фамилия'],
  first: ['имя'],
  patronymic: ['отчество'],
  email: [
    'email',
    'почта',
    'электроннаяпочта',
    'адресэлектроннойпочты',
    'эпочта',
    'элпочта',
    'адресэлпочты',
    'emailадрес',
    'mail',
  ],
  role: ['роль', 'role'],
  manager: ['руководитель', 'emailруководителя', 'почтаруководителя', 'manager'],
  position: ['должность', 'наименованиедолжности', 'position'],
  organization: ['организация', 'компания', 'предприятие', 'учреждение', 'местоработы', 'organization'],
  phone: ['телефон', 'тел', 'номертелефона', 'мобильныйтелефон', 'рабочийтелефон', 'контактныйтелефон', 'phone'],
};

function peopleOf(table: readonly (readonly string[])[]): PeopleTable {
  const top = table.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  const columns = columnsOf(table[top] ?? []);
  const hasName = columns.has('name') || columns.has('surname');
  if (!hasName || !columns.has('email')) {
    throw new TableProblem('В первой строке нужны названия столбцов, среди них «ФИО» и «E-mail». Посмотрите образец.');
  }
  const rows = table.flatMap((cells, index) => {
    if (index <= top || cells.every((cell) => cell.trim() === '')) return [];
    const cellOf = (column: ImportColumn | NamePart) => cells[columns.get(column) ?? -1]?.trim() ?? '';
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

function columnsOf(cells: readonly string[]): Map<ImportColumn | NamePart, number> {
  const columns = new Map<ImportColumn | NamePart, number>();
  for (const [index, cell] of cells.entries()) {
    const head = comparisonKey(cell).replace(/[^a-zа-я]/g, '');
    for (const [column, words] of Object.entries(heads) as [ImportColumn | NamePart, readonly string[]][]) {
      if (words.includes(head) && !columns.has(column)) columns.set(column, index);
    }
  }
  return columns;
}
