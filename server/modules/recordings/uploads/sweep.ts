import type { Db } from '#server/platform/db/index.ts';
import { type Storage, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import { abandonedDays } from './abandoned-days.ts';
import { attemptAll } from './attempt-all.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { PartialChunks } from './partial-chunks.ts';
import * as repository from './repository.ts';

/**
 * Removes abandoned uploads, files that belong to no upload, and files in the storage to which nothing refers any more.
 */
export async function sweepUploads(parts: {
  db: Db;
  chunks: ChunkStore;
  partials: PartialChunks;
  storage: Storage;
  dataDir: string;
  now: Date;
}): Promise<void> {
  const { db, chunks, partials, storage, dataDir, now } = parts;
  const before = new Date(now.getTime() - abandonedDays * 24 * 3_600_000);
  const forgotten = await repository.forgetAbandoned(db, before, now);
  for (const { id } of forgotten) partials.forget(id);
  await attemptAll([
    ...forgotten.map((upload) => () => chunks.remove(upload)),
    () => sweepDiscardedFiles(db, storage, now, dataDir),
    () => chunks.sweep(now),
    () => forgetEnded({ db, partials }),
  ]);
}

/** Forgets the recorded parts of chunks whose upload has ended, perhaps on another server. */
async function forgetEnded({ db, partials }: { db: Db; partials: PartialChunks }): Promise<void> {
  const known = partials.uploads();
  const open = await repository.filterOpen(db, known);
  for (const id of known) if (!open.has(id)) partials.forget(id);
}
