import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

/** Returns the account with this e-mail if it is not blocked, locked until the transaction ends. */
export async function lockRecipient(db: Db, email: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isBlocked, false)))
    .for('share');
  return row;
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId));
}

/** Returns a person with the hash of their password. */
export async function findOwnPassword(db: Db, userId: string) {
  const [row] = await withHash(db, userId);
  return row;
}

/** Returns a person with the hash of their password, locked until the transaction ends. */
export async function lockOwnPassword(db: Db, userId: string) {
  // No stronger lock: it would conflict with the key locks of rows that refer to the person, such as that of a
  // repeatable request.
  const [row] = await withHash(db, userId).for('no key update');
  return row;
}

function withHash(db: Db, userId: string) {
  return db
    .select({ id: users.id, email: users.email, name: users.name, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
}
