import { and, asc, inArray } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { wereNeverInvited } from '../people-scope-repository.ts';

export type KnownPerson = Pick<typeof users.$inferSelect, 'id' | 'email' | 'role' | 'isBlocked'>;

/** Maximum number of e-mails per query. */
const emailsPerQuery = 1_000;

/** Returns the people with these e-mails, which are in lower case. */
export async function findByEmails(db: Db, emails: readonly string[]): Promise<KnownPerson[]> {
  const found: KnownPerson[] = [];
  for (let from = 0; from < emails.length; from += emailsPerQuery) {
    const part = emails.slice(from, from + emailsPerQuery);
    const { id, email, role, isBlocked } = users;
    found.push(...(await db.select({ id, email, role, isBlocked }).from(users).where(inArray(email, part))));
  }
  return found;
}

/** Returns those of these people who were never invited; all of them are locked until the transaction ends. */
export async function findUninvited(db: Db, ids: readonly string[]) {
  const named = inArray(users.id, [...ids]);
  // Read after locking: a statement that waits for a lock would still see the links as they were before.
  await db.select({ id: users.id }).from(users).where(named).orderBy(asc(users.id)).for('no key update');
  return db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(named, wereNeverInvited()))
    .orderBy(asc(users.id));
}

/** Returns everybody who was never invited, oldest accounts first. */
export async function listUninvited(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(wereNeverInvited())
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(({ id }) => id);
}

export function countUninvited(db: Db): Promise<number> {
  return db.$count(users, wereNeverInvited());
}
