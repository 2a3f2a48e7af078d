import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { serverKeys } from '#server/schema/service.ts';

export type KeyRow = typeof serverKeys.$inferSelect;

/** All keys, the oldest first. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.select().from(serverKeys).orderBy(asc(serverKeys.createdAt), asc(serverKeys.fingerprint));
}

/** Only one server at a time looks for keys and adds one; those that only read are not kept waiting. */
export async function holdKeys(tx: Db): Promise<void> {
  await tx.execute(sql`lock table server_keys in share row exclusive mode`);
}

/** Adds a key that is not there yet. */
export async function addKey(db: Db, row: KeyRow): Promise<void> {
  await db.insert(serverKeys).values(row);
}

/** Adds a key, or has a known one sign from then on. */
export async function putKey(db: Db, row: Pick<KeyRow, 'fingerprint' | 'secret' | 'signsFrom' | 'createdAt'>) {
  const set = { signsFrom: row.signsFrom, droppedAt: null };
  await db.insert(serverKeys).values(row).onConflictDoUpdate({ target: serverKeys.fingerprint, set });
}

/** What other keys signed is not believed any more. @returns how many there were */
export async function dropOthers(db: Db, fingerprint: string, now: Date): Promise<number> {
  const dropped = await db
    .update(serverKeys)
    .set({ droppedAt: now })
    .where(and(ne(serverKeys.fingerprint, fingerprint), isNull(serverKeys.droppedAt)))
    .returning({ fingerprint: serverKeys.fingerprint });
  return dropped.length;
}

/** The key goes out of the table: its servers have it by their settings. */
export async function takeOutSecret(db: Db, fingerprint: string): Promise<void> {
  await db.update(serverKeys).set({ secret: null }).where(eq(serverKeys.fingerprint, fingerprint));
}

/** Forgets keys that only settings knew, and believes no other; one that is in the table goes on keeping its addresses. */
export async function forgetAll(db: Db, now: Date): Promise<void> {
  await db.delete(serverKeys).where(isNull(serverKeys.secret));
  await db.update(serverKeys).set({ droppedAt: now }).where(isNull(serverKeys.droppedAt));
}
