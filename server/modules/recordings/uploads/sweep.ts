import { rm } from 'node:fs/promises';
import type { Db } from '#server/platform/db/index.ts';
import { type Storage, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import type { PartialChunks } from './partial-chunks.ts';
import * as repository from './repository.ts';
import type { UploadFolder } from './upload-folder.ts';

/** Days without a chunk after which an upload is given up. */
export const abandonedDays = 7;
/** A file that belongs to no upload is removed only when it is older than this: it may be a new one. */
const orphanMs = 3_600_000;

/** Removes abandoned uploads, files that belong to no upload, and files in the storage that nothing names any more. */
export async function sweepUploads(parts: {
  db: Db;
  folder: UploadFolder;
  partials: PartialChunks;
  storage: Storage;
  now: Date;
}): Promise<void> {
  const { db, folder, partials, storage, now } = parts;
  const before = new Date(now.getTime() - abandonedDays * 24 * 3_600_000);
  for (const id of await repository.forgetAbandoned(db, before, now)) {
    partials.forget(id);
    await folder.remove(id);
  }
  const files = (await folder.list(now)).filter(({ ageMs }) => ageMs > orphanMs);
  const open = await repository.filterOpen(db, [...new Set(files.map(({ uploadId }) => uploadId))]);
  for (const { path, uploadId } of files) if (!open.has(uploadId)) await rm(path, { force: true });
  await sweepDiscardedFiles(db, storage, now);
}
