import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { conflictExplainer, idConflict, invalidField } from '#server/platform/http/index.ts';
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

/** The columns of a person that depend on the actor. */
export function personColumns(actor: Actor) {
  return {
    ...shown,
    hasPassword: sql<boolean>`${passwordHash} is not null`,
    own: sql<boolean>`coalesce(${ownedBy(actor)}, false)`,
  };
}

/** Returns a person, where the actor may know of them. */
export async function findPerson(db: Db, actor: Actor, id: string): Promise<Person | undefined> {
  const [row] = await readable(db, actor, id);
  return row;
}

/** Returns a person, where the actor may know of them, locked until the transaction ends. */
export async function lockPerson(db: Db, actor: Actor, id: string): Promise<Person | undefined> {
  // No stronger lock: a row that refers to the person, such as that of a repeatable request, has a key lock on them already.
  const [row] = await readable(db, actor, id).for('no key update');
  return row;
}

function readable(db: Db, actor: Actor, id: string) {
  return db
    .select(personColumns(actor))
    .from(users)
    .where(and(eq(users.id, id), readableBy(actor)));
}

/** Returns the hash of the own password; null before one is set. */
export async function findPasswordHash(db: Db, id: string): Promise<string | null | undefined> {
  const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id));
  return row?.hash;
}

/** A new person. An e-mail that is taken is a 422, an id a 409. */
export async function insertPerson(db: Db, values: Values): Promise<void> {
  await db
    .insert(users)
    .values({ ...values, searchKey: wordsOf(values) })
    .catch(explainConflict);
}

/** New people; who has one of these e-mails already is left alone. @returns the ids of those who were added */
export async function insertPeople(db: Db, people: readonly Values[]): Promise<string[]> {
  const rows = people.map((values) => ({ ...values, searchKey: wordsOf(values) }));
  const added = await db.insert(users).values(rows).onConflictDoNothing().returning({ id: users.id });
  return added.map(({ id }) => id);
}

/** Writes a change of a locked person, whose tasks are then found by the new name. An e-mail that is taken is a 422. */
export async function updatePerson(db: Db, person: ShownUser, values: PersonValues, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ ...values, searchKey: wordsOf({ ...person, ...values }), updatedAt: now })
    .where(eq(users.id, person.id))
    .catch(explainConflict);
  const isRenamed = values.name !== undefined && values.name !== person.name;
  if (isRenamed) await refreshTaskSearch(db, eq(tasks.assigneeId, person.id));
}

/** Whether a secretary can be given to this person. */
export async function isManager(db: Db, id: string): Promise<boolean> {
  const found = and(eq(users.id, id), eq(users.role, 'manager'), eq(users.isBlocked, false));
  return (await db.select({ id: users.id }).from(users).where(found)).length > 0;
}

/** Counts the administrators who can sign in, and locks them: changes of others wait for this transaction. */
export async function countAdmins(db: Db): Promise<number> {
  const counted = and(eq(userCounts.role, 'admin'), eq(userCounts.isBlocked, false));
  const [row] = await db.select({ total: userCounts.total }).from(userCounts).where(counted);
  return row?.total ?? 0;
}

/** The file of a person's picture. */
export async function findAvatarKey(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ key: users.avatarKey }).from(users).where(eq(users.id, id));
  return row?.key ?? undefined;
}

function wordsOf(person: Pick<Values, 'name' | 'email' | 'position' | 'organization'>): string {
  return searchKeyOf(person.name, person.email, person.position, person.organization);
}
