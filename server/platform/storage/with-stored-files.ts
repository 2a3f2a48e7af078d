import type { Db } from '#server/platform/db/index.ts';
import { ApiError } from '#server/platform/http/index.ts';
import { discardFiles, dueNow, keepFiles, removeDiscarded } from './discarded-files-repository.ts';
import type { Storage } from './storage.ts';

/** A file that came with a request: where it lies now, and where it will. */
type IncomingFile = { path: string; key: string; type: string };

export type StoreDeps = { db: Db; storage: Storage; clock: () => Date };

/** To be called in the transaction that refers to the files. */
export type KeepStored = (tx: Db) => Promise<void>;

/** Longer than any request takes. */
const reservedMs = 24 * 3_600_000;

/**
 * Takes files into the storage for `write`, which refers to them in a transaction of its own: however slow the storage is,
 * it holds no connection to the database up. Until that transaction is committed the files are marked for removal, so
 * that whatever becomes of it, or of this process, none stays that nobody refers to.
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
  const removeUnused = async () => {
    for (const key of await dueNow(db, keys, clock())) await removeDiscarded(db, storage, key);
  };
  try {
    for (const { path, key, type } of files) await storage.adopt(path, key, type);
    return await write(keep);
  } finally {
    // What cannot be removed now is left to the sweep.
    await removeUnused().catch(() => undefined);
  }
}

function tookTooLong(): ApiError {
  return new ApiError(503, 'unavailable', 'Файлы сохранялись слишком долго. Попробуйте ещё раз');
}
