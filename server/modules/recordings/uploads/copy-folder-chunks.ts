import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '#server/platform/storage/index.ts';
import { positionOf } from './chunk-place.ts';
import type { StoredChunk, Upload } from './repository.ts';
import type { UploadFolder } from './upload-folder.ts';

/**
 * Copies chunks that an older build of the server has put into a file in its folder to the shared storage. The file
 * stays until the upload ends. Chunks that differ from what was acknowledged are skipped and requested again later.
 */
export async function copyFolderChunks(
  { folder, storage }: { folder: UploadFolder; storage: Storage },
  upload: Upload,
  chunks: readonly StoredChunk[],
  keyOf: (chunk: StoredChunk) => string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await folder.hasAny(upload.id))) return;
  for (const chunk of chunks) {
    signal.throwIfAborted();
    const key = keyOf(chunk);
    if ((await storage.size(key)) !== undefined) continue;
    const copy = folder.temporary();
    try {
      if (await copyChunk(folder, upload, chunk, copy)) await storage.adopt(copy, key);
    } finally {
      await rm(copy, { force: true });
    }
  }
}

/** @returns whether the copy equals what was acknowledged */
async function copyChunk(folder: UploadFolder, upload: Upload, chunk: StoredChunk, to: string): Promise<boolean> {
  const isLast = chunk.index === upload.totalChunks - 1;
  const isSeparate = isLast && (await folder.hasLast(upload.id));
  if (!isSeparate && upload.chunkSize === null && chunk.index > 0) return false;
  const start = isSeparate ? 0 : positionOf(upload, chunk.index);
  const from = isSeparate ? folder.last(upload.id) : folder.part(upload.id);
  const hash = createHash('sha256');
  try {
    await pipeline(
      createReadStream(from, { start, end: start + chunk.size - 1 }),
      async function* (source: AsyncIterable<Buffer>) {
        for await (const bytes of source) {
          hash.update(bytes);
          yield bytes;
        }
      },
      createWriteStream(to),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return hash.digest('hex') === chunk.sha256;
}
