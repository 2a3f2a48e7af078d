import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { attemptEach } from './attempt-all.ts';
import { areRemovalsHeld } from './hold-removals.ts';
import type { Storage } from './storage.ts';

/** Marks files for removal, in the transaction that removes the last reference to them. */
export async function discardFiles(db: Db, keys: readonly (string | undefined)[], from: Date): Promise<void> {
  const rows = keys.filter((key) => key !== undefined).map((storageKey) => ({ storageKey, createdAt: from }));
  if (rows.length > 0) await db.insert(discardedFiles).values(rows).onConflictDoNothing();
}

/** Marks a file that is still to be stored: it is removed at `until` unless a transaction keeps it. */
export async function reserveFile(db: Db, storageKey: string, until: Date): Promise<void> {
  const [target, set] = [discardedFiles.storageKey, { createdAt: until }];
  await db.insert(discardedFiles).values({ storageKey, createdAt: until }).onConflictDoUpdate({ target, set });
}

/** Takes the mark off files that a transaction refers to. @returns whether all of them were still marked */
export async function keepFiles(db: Db, keys: readonly string[]): Promise<boolean> {
  const which = inArray(discardedFiles.storageKey, [...keys]);
  return (await db.delete(discardedFiles).where(which).returning()).length === keys.length;
}

/**
 * Makes those of the files that are still marked due at `from`; waits for a transaction that may be keeping them.
 * @returns their keys
 */
export async function dueAt(db: Db, keys: readonly string[], from: Date): Promise<string[]> {
  const which = inArray(discardedFiles.storageKey, [...keys]);
  const due = await db.update(discardedFiles).set({ createdAt: from }).where(which).returning();
  return due.map(({ storageKey }) => storageKey);
}

/** Whether a file is marked for removal. */
export async function isDiscarded(db: Db, storageKey: string): Promise<boolean> {
  return (await db.$count(discardedFiles, eq(discardedFiles.storageKey, storageKey))) > 0;
}

/** As `removeDiscarded`, unless its mark was taken off or put off since it was found: the sweep may have taken long. */
async function removeIfDue(db: Db, storage: Storage, storageKey: string, now: Date): Promise<void> {
  const isDue = and(eq(discardedFiles.storageKey, storageKey), lte(discardedFiles.createdAt, now));
  if ((await db.$count(discardedFiles, isDue)) > 0) await removeDiscarded(db, storage, storageKey);
}

/** Removes a marked file from the storage, then its mark. */
export async function removeDiscarded(db: Db, storage: Storage, storageKey: string): Promise<void> {
  await storage.remove(storageKey);
  await db.delete(discardedFiles).where(eq(discardedFiles.storageKey, storageKey));
}

/** Removes the files from the storage whose time has come; while a backup is made by `dataDir` or the database, none. */
export async function sweepDiscardedFiles(db: Db, storage: Storage, now: Date, dataDir: string): Promise<void> {
  const due = await db.select().from(discardedFiles).where(lte(discardedFiles.createdAt, now));
  // Asked after they were found: a backup that begins from now on copies a database that does not name them.
  if (due.length === 0 || (await areRemovalsHeld(db, dataDir))) return;
  await attemptEach(due, ({ storageKey }) => removeIfDue(db, storage, storageKey, now));
}
