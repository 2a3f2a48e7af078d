import { domainToUnicode } from 'node:url';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { conflictExplainer, type Db, idConflict, searchKeyOf } from '#server/platform/db/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { refreshTaskSearch } from '#server/schema/derived/task-search.ts';
import { userCounts, users } from '#server/schema/people.ts';
import { tasks } from '#server/schema/work.ts';
import type { ShownUser } from '../user-view.ts';
import { ownedBy, readableBy } from './people-scope-repository.ts';
import type { Actor, Target } from './policy.ts';

export type Person = ShownUser & Target & { invitedAt: Date | null };
type Values = typeof users.$inferInsert;
/** The columns that a change writes; the search columns are derived from them. */
export type PersonValues = Partial<Omit<Values, 'id' | 'searchKey' | 'search' | 'createdAt' | 'updatedAt'>>;

const explainConflict = conflictExplainer({
  users_pkey: idConflict,
  users_email_unique: () => invalidField('email', 'Пользователь с таким e-mail уже есть'),
});

const { passwordHash, search: _search, searchKey: _searchKey, ...shown } = getTableColumns(users);

/** Columns of a person, some of which depend on the actor. */
export function personColumns(actor: Actor) {
  return {
    ...shown,
    hasPassword: sql<boolean>`${passwordHash} is not null`,
    own: sql<boolean>`coalesce(${ownedBy(actor)}, false)`,
  };
}

/** Returns a person; undefined if there is none that the actor may read. */
export async function findPerson(db: Db, actor: Actor, id: string): Promise<Person | undefined> {
  const [row] = await readable(db, actor, id);
  return row;
}

/** Returns a person, locked until the transaction ends; undefined if there is none that the actor may read. */
export async function lockPerson(db: Db, actor: Actor, id: string): Promise<Person | undefined> {
  // No stronger lock: it would conflict with the key locks of rows that refer to the person, such as that of a
  // repeatable request.
  const [row] = await readable(db, actor, id).for('no key update');
  return row;
}

function readable(db: Db, actor: Actor, id: string) {
  return db
    .select(personColumns(actor))
    .from(users)
    .where(and(eq(users.id, id), readableBy(actor)));
}

/** Returns the hash of the person's password; null before one is set. */
export async function findPasswordHash(db: Db, id: string): Promise<string | null | undefined> {
  const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id));
  return row?.hash;
}

/** Adds a person. Throws a 422 if the e-mail is taken, a 409 if the id is. */
export async function insertPerson(db: Db, values: Values): Promise<void> {
  await db
    .insert(users)
    .values({ ...values, searchKey: searchText(values) })
    .catch(explainConflict);
}

/** Adds people, skipping those whose e-mail is taken. @returns the ids of the added people */
export async function insertPeople(db: Db, people: readonly Values[]): Promise<string[]> {
  const rows = people.map((values) => ({ ...values, searchKey: searchText(values) }));
  const added = await db.insert(users).values(rows).onConflictDoNothing().returning({ id: users.id });
  return added.map(({ id }) => id);
}

/**
 * Writes a change of a locked person, whose tasks are then found by the new name. Throws a 422 if the e-mail is taken.
 */
export async function updatePerson(db: Db, person: ShownUser, values: PersonValues, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ ...values, searchKey: searchText({ ...person, ...values }), updatedAt: now })
    .where(eq(users.id, person.id))
    .catch(explainConflict);
  const isRenamed = values.name !== undefined && values.name !== person.name;
  if (isRenamed) await refreshTaskSearch(db, eq(tasks.assigneeId, person.id));
}

/** Returns whether this person can be a secretary's manager. */
export async function isManager(db: Db, id: string): Promise<boolean> {
  const found = and(eq(users.id, id), eq(users.role, 'manager'), eq(users.isBlocked, false));
  return (await db.select({ id: users.id }).from(users).where(found)).length > 0;
}

/** Counts the unblocked administrators and locks that counter: changes by others wait for this transaction. */
export async function countAdmins(db: Db): Promise<number> {
  const counted = and(eq(userCounts.role, 'admin'), eq(userCounts.isBlocked, false));
  const [row] = await db.select({ total: userCounts.total }).from(userCounts).where(counted);
  return row?.total ?? 0;
}

/** Returns the storage key of a person's picture. */
export async function findAvatarKey(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ key: users.avatarKey }).from(users).where(eq(users.id, id));
  return row?.key ?? undefined;
}

function searchText(person: Pick<Values, 'name' | 'email' | 'position' | 'organization'>): string {
  // Found by either form of the domain: «почта.рф» is stored as «xn--80a1acny.xn--p1ai».
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
  const shown = domain.includes('xn--') ? domainToUnicode(domain) : undefined;
  return searchKeyOf(person.name, person.email, shown, person.position, person.organization);
}
