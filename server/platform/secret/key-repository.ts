import { and, asc, isNull, lte, ne, sql } from 'drizzle-orm';
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

/** Adds a key, or has a known one sign from then on. */
export async function putKey(db: Db, row: Pick<KeyRow, 'fingerprint' | 'secret' | 'signsFrom' | 'createdAt'>) {
  const set = { signsFrom: row.signsFrom, droppedAt: null };
  await db.insert(serverKeys).values(row).onConflictDoUpdate({ target: serverKeys.fingerprint, set });
}

/** What other keys signed is not believed any more, but for one whose time is still to come. */
export async function dropOthers(db: Db, fingerprint: string, now: Date): Promise<void> {
  await db
    .update(serverKeys)
    .set({ droppedAt: now })
    .where(and(ne(serverKeys.fingerprint, fingerprint), isNull(serverKeys.droppedAt), lte(serverKeys.signsFrom, now)));
}
