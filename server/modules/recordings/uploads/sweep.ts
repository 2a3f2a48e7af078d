import type { Db } from '#server/platform/db/index.ts';
import { type Storage, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { PartialChunks } from './partial-chunks.ts';
import * as repository from './repository.ts';

/** Days without a chunk after which an upload is given up. */
export const abandonedDays = 7;

/** Removes abandoned uploads, files that belong to no upload, and files in the storage that nothing names any more. */
export async function sweepUploads(parts: {
  db: Db;
  chunks: ChunkStore;
  partials: PartialChunks;
  storage: Storage;
  now: Date;
}): Promise<void> {
  const { db, chunks, partials, storage, now } = parts;
  const before = new Date(now.getTime() - abandonedDays * 24 * 3_600_000);
  for (const upload of await repository.forgetAbandoned(db, before, now)) {
    partials.forget(upload.id);
    await chunks.remove(upload);
  }
  await sweepDiscardedFiles(db, storage, now);
  await chunks.sweep(now);
}
