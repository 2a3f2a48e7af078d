import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { discardFiles, dueAt, keepFiles, removeDiscarded } from './discarded-files-repository.ts';
import type { Storage } from './storage.ts';
import { StorageAway } from './storage-away.ts';

/** A file that came with a request: its present path, and its key in the storage. */
type IncomingFile = { path: string; key: string; type: string };

export type StoreDeps = { db: Db; storage: Storage; clock: () => Date };

/** To be called in the transaction that refers to the files. */
export type KeepStored = (tx: Db) => Promise<void>;

/** Longer than any request takes. */
const reservedMs = 24 * 3_600_000;
/** Longer than a storage goes on with a file whose request was given up. */
const lateMs = 3_600_000;

/**
 * Stores files before `write` refers to them in its own transaction, so that a slow storage blocks no database
 * connection. Until that transaction is committed, the files are marked for removal: if it fails, or this process dies,
 * they are removed.
 */
export async function withStoredFiles<T>(
  { db, storage, clock }: StoreDeps,
  files: readonly IncomingFile[],
  write: (keep: KeepStored) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return write(async () => undefined);
  const keys = files.map(({ key }) => key);
  await discardFiles(db, keys, new Date(clock().getTime() + reservedMs));
  const keep: KeepStored = async (tx) => {
    if (!(await keepFiles(tx, keys))) throw tookTooLong();
  };
  let isLate = false;
  const removeUnused = async () => {
    // A file that arrives after its mark is gone would stay for good: so the sweep removes it once nothing more can
    // arrive.
    if (isLate) return void (await dueAt(db, keys, new Date(clock().getTime() + lateMs)));
    for (const key of await dueAt(db, keys, clock())) await removeDiscarded(db, storage, key);
  };
  try {
    for (const { path, key, type } of files) await storage.adopt(path, key, type);
    return await write(keep);
  } catch (error) {
    isLate = error instanceof StorageAway;
    throw error;
  } finally {
    // The sweep removes what cannot be removed now.
    await removeUnused().catch(() => undefined);
  }
}

function tookTooLong(): Problem {
  return new Problem('unavailable', 'Файлы сохранялись слишком долго. Попробуйте ещё раз');
}
