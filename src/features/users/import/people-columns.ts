import type { ImportColumn } from '#contract/identity/people-import.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';

type NamePart = 'surname' | 'first' | 'patronymic';
export type PeopleColumn = ImportColumn | NamePart;

/** Where each column of a table of people stands. */
type PeopleColumns = ReadonlyMap<PeopleColumn, number>;

/** Headings, in lower case without spaces and punctuation. */
const heads: Record<PeopleColumn, readonly string[]> = {
  name: ['фио', 'фамилияимяотчество', 'сотрудник', 'полноеимя', 'name'],
  surname: ['фамилия'],
  first: ['имя'],
  patronymic: ['отчество'],
  email: ['email', 'почта', 'электроннаяпочта', 'адресэлектроннойпочты', 'эпочта', 'элпочта', 'адресэлпочты', 'mail'],
  role: ['роль', 'role'],
  manager: ['руководитель', 'manager'],
  position: ['должность', 'наименованиедолжности', 'position'],
  organization: ['организация', 'компания', 'предприятие', 'учреждение', 'местоработы', 'organization'],
  phone: ['телефон', 'тел', 'номертелефона', 'мобильныйтелефон', 'рабочийтелефон', 'контактныйтелефон', 'phone'],
};

/** Cyrillic letters that look like Latin ones: «Е-mail» is often typed with the first of them. */
const lookalikes: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', м: 'm', т: 't' };

const keyOf = (heading: string) => comparisonKey(heading).replace(/[^a-zа-я]/g, '');

/** Whether a heading speaks of addresses of e-mail, as «Адрес e-mail» and «Рабочая почта» do and «Почтовый адрес» does not. */
function isOfMail(key: string): boolean {
  const latin = key.replace(/[а-я]/g, (letter) => lookalikes[letter] ?? letter);
  return latin.includes('mail') || /почт[аы]|электронныйадрес/.test(key);
}

const isOfManager = (key: string) => /руковод|начальник|manager/.test(key);

/** Returns the columns that a line of headings names; the usual headings go before those that only resemble them. */
function columnsOf(headings: readonly string[]): PeopleColumns {
  const columns = new Map<PeopleColumn, number>();
  const keys = headings.map(keyOf);
  const take = (column: PeopleColumn, fits: (key: string) => boolean) => {
    const index = keys.findIndex(fits);
    if (index >= 0 && !columns.has(column)) columns.set(column, index);
  };
  // A manager is found by e-mail: «Руководитель» beside «E-mail руководителя» is a name.
  take('manager', (key) => isOfMail(key) && isOfManager(key));
  for (const [column, words] of Object.entries(heads) as [PeopleColumn, readonly string[]][]) {
    take(column, (key) => words.includes(key));
  }
  take('email', (key) => isOfMail(key) && !isOfManager(key));
  return columns;
}

/** Number of lines, not counting empty ones, among which the headings are looked for: a title may stand above. */
const headLines = 10;

/** Whether these columns are enough to read people. */
export const areEnough = (columns: PeopleColumns) => hasName(columns) && columns.has('email');

const hasName = (columns: PeopleColumns) => columns.has('name') || columns.has('surname');

/** Returns the line of the headings: the first that names enough columns, else the one that names most of them. */
export function headingsOf(table: readonly (readonly string[])[]) {
  const written = table.flatMap((cells, index) => (cells.some((cell) => cell.trim()) ? { cells, index } : []));
  const lines = written.slice(0, headLines).map((line) => ({ ...line, columns: columnsOf(line.cells) }));
  const most = lines.toSorted((one, other) => other.columns.size - one.columns.size)[0];
  return lines.find(({ columns }) => areEnough(columns)) ?? most;
}

/** Returns why these headings do not do: what they should name, and what they do. */
export function headingsProblem(headings: ReturnType<typeof headingsOf>, sheet?: string): string {
  const where = sheet === undefined ? 'В таблице' : `На листе «${sheet}»`;
  const needed = `${where} нужны названия столбцов, среди них «ФИО» и «E-mail».`;
  if (!headings || headings.columns.size === 0) return `${needed} Посмотрите образец.`;
  const found = headings.cells.flatMap((cell) => (cell.trim() ? `«${cell.trim().replace(/\s+/g, ' ')}»` : []));
  const missing = [hasName(headings.columns) ? [] : '«ФИО»', headings.columns.has('email') ? [] : '«E-mail»'].flat();
  const isOne = found.length === 1;
  return `${needed} ${isOne ? 'Найден столбец' : 'Найдены столбцы'}: ${found.join(', ')}; нет ${missing.join(' и ')}. Посмотрите образец.`;
}
