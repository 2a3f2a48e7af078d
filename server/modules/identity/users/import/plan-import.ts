import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { emailKey } from '#contract/common.ts';
import type { ImportRow, ImportVerdict } from '#contract/identity/people-import.ts';
import { userCreate } from '#contract/identity/user.ts';
import { type Role, roles, roleWords } from '#contract/roles.ts';
import { uncapitalized } from '#contract/text/capitalized.ts';
import { shortened } from '#contract/text/shortened.ts';

export type PlannedPerson = {
  email: string;
  role: Role;
  name: string;
  position: string | null;
  organization: string | null;
  phone: string | null;
  /** E-mail of the manager, who may be in a row of the same table. */
  manager: string | undefined;
};

export type PlannedRow = ImportVerdict & { person?: PlannedPerson };

/** Known people named in a table, by e-mail in lower case. */
export type KnownPeople = ReadonlyMap<string, { role: Role; isBlocked: boolean }>;

/** Number of rows checked before the event loop gets a turn. */
const rowsPerTurn = 200;

/** Returns what will happen to each row. The import itself applies the same rules. */
export async function planImport(rows: readonly ImportRow[], known: KnownPeople): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  const lines = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsPerTurn === 0) await nextTurn();
    const plan = planRow(row, known);
    const email = plan.person?.email;
    const earlier = email === undefined ? undefined : lines.get(email);
    if (email !== undefined && earlier === undefined) lines.set(email, row.line);
    planned.push(earlier === undefined ? plan : refused(row, `Этот e-mail уже есть в строке ${earlier}`));
  }
  const managers = new Set(planned.flatMap(({ person }) => (person?.role === 'manager' ? [person.email] : [])));
  return planned.map((plan, index) => {
    const row = rows[index];
    const manager = plan.person?.manager;
    if (!row || manager === undefined || managers.has(manager) || isManager(known.get(manager))) return plan;
    return refused(row, `Руководителя с e-mail ${shortCell(manager)} нет ни среди пользователей, ни в таблице`);
  });
}

function planRow(row: ImportRow, known: KnownPeople): PlannedRow {
  const role = readRole(row.role);
  if (!role)
    return refused(row, `Роль «${shortCell(row.role)}» не подходит: укажите ${roleList} или оставьте ячейку пустой`);
  const { name, email, position, organization, phone } = row;
  if (name.trim() === '') return refused(row, 'Не указано имя');
  // Opened in a spreadsheet, it would be run.
  if (/^\s*[=+\-@]/.test(name))
    return refused(row, `Имя начинается со знака «${name.trim().charAt(0)}»: это похоже на формулу, а не на имя`);
  const filled = Object.fromEntries(
    Object.entries({ name, email, position, organization, phone }).map(([key, value]) => [key, value.trim()]),
  );
  const checked = z.safeParse(userCreate, { ...filled, role });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = fieldWords[String(issue?.path[0])] ?? 'Строка';
    const words = issue?.message ?? '';
    // Some messages name their field themselves.
    return refused(
      row,
      words.toLowerCase().includes(field.toLowerCase()) ? words : `${field}: ${uncapitalized(words)}`,
    );
  }
  const manager = emailKey(row.manager);
  if (manager && role !== 'secretary') return refused(row, 'Руководитель бывает только у секретаря');
  const address = emailKey(checked.data.email);
  const there = known.get(address);
  if (there) {
    const blocked = there.isBlocked ? ', заблокирован' : '';
    return {
      line: row.line,
      action: 'exists',
      words: `Уже есть (${uncapitalized(roleWords[there.role])}${blocked}): останется как есть`,
    };
  }
  const person: PlannedPerson = {
    email: address,
    role,
    name: checked.data.name ?? '',
    position: checked.data.position || null,
    organization: checked.data.organization || null,
    phone: checked.data.phone || null,
    manager: manager || undefined,
  };
  return { line: row.line, action: 'add', words: `Будет добавлен: ${uncapitalized(roleWords[role])}`, person };
}

function refused({ line }: ImportRow, words: string): PlannedRow {
  return { line, action: 'refuse', words };
}

function isManager(person: { role: Role; isBlocked: boolean } | undefined): boolean {
  return person?.role === 'manager' && !person.isBlocked;
}

const roleList = roles.map((role) => `«${uncapitalized(roleWords[role])}»`).join(', ');
const fieldWords: Record<string, string> = {
  name: 'Имя',
  email: 'E-mail',
  position: 'Должность',
  organization: 'Организация',
  phone: 'Телефон',
};

/** Reads «Секретарь», «внешний» or «manager»; an empty cell means an external participant. */
function readRole(text: string): Role | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return 'external';
  return roles.find((role) => {
    const words = roleWords[role].toLowerCase();
    return word === role || word === words || word === words.split(' ')[0];
  });
}

/** Shortens a cell so that it fits into a message. */
const shortCell = (cell: string) => shortened(cell.trim(), 60);
