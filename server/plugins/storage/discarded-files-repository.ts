import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { discardedFiles } from '#server/db/schema/service.ts';
import type { Storage } from './storage.ts';

/** Marks files for removal, in the transaction that forgets them. */
export async function discardFiles(db: Db, keys: readonly (string | undefined)[], now: Date): Promise<void> {
  const rows = keys.filter((key) => key !== undefined).map((storageKey) => ({ storageKey, createdAt: now }));
  if (rows.length > 0) await db.insert(discardedFiles).values(rows).onConflictDoNothing();
}

/** Removes the marked files from the storage. */
export async function sweepDiscardedFiles(db: Db, storage: Storage): Promise<void> {
  for (const { storageKey } of await db.select().from(discardedFiles)) {
    await storage.remove(storageKey);
    await db.delete(discardedFiles).where(eq(discardedFiles.storageKey, storageKey));
  }
}
