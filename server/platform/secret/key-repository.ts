import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { serverKeys } from '#server/schema/service.ts';

export type KeyRow = typeof serverKeys.$inferSelect;

/** All keys, the oldest first. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.select().from(serverKeys).orderBy(asc(serverKeys.createdAt), asc(serverKeys.fingerprint));
}

/** Locks the keys, so that only one server at a time looks for keys and adds one; readers are not blocked. */
export async function holdKeys(tx: Db): Promise<void> {
  await tx.execute(sql`lock table server_keys in share row exclusive mode`);
}

/** Adds a key that is not there yet. */
export async function addKey(db: Db, row: KeyRow): Promise<void> {
  await db.insert(serverKeys).values(row);
}

/** Adds a key, or makes a known one sign from `signsFrom` on. */
export async function putKey(db: Db, row: Pick<KeyRow, 'fingerprint' | 'secret' | 'signsFrom' | 'createdAt'>) {
  const set = { signsFrom: row.signsFrom, droppedAt: null };
  await db.insert(serverKeys).values(row).onConflictDoUpdate({ target: serverKeys.fingerprint, set });
}

/** Drops all other keys: what they signed is no longer accepted. @returns how many there were */
export async function dropOthers(db: Db, fingerprint: string, now: Date): Promise<number> {
  const dropped = await db
    .update(serverKeys)
    .set({ droppedAt: now })
    .where(and(ne(serverKeys.fingerprint, fingerprint), isNull(serverKeys.droppedAt)))
    .returning({ fingerprint: serverKeys.fingerprint });
  return dropped.length;
}

/** Deletes the secret from the table: its servers have it in their settings. */
export async function takeOutSecret(db: Db, fingerprint: string): Promise<void> {
  await db.update(serverKeys).set({ secret: null }).where(eq(serverKeys.fingerprint, fingerprint));
}

/**
 * Deletes the keys that only settings held, and drops all others; a dropped key in the table still serves its
 * addresses.
 */
export async function forgetAll(db: Db, now: Date): Promise<void> {
  await db.delete(serverKeys).where(isNull(serverKeys.secret));
  await db.update(serverKeys).set({ droppedAt: now }).where(isNull(serverKeys.droppedAt));
}
