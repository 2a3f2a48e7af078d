import type { MultipartFile } from '@fastify/multipart';
import type { HashPool } from '#server/platform/storage/index.ts';
import { chunkErrors } from './chunk-errors.ts';
import { type KnownFields, maxChunkBytes } from './chunk-form.ts';
import { expectedSize } from './chunk-place.ts';
import type { ChunkStore } from './chunk-store.ts';
import { type ChunkStreamOptions, writeChunk } from './chunk-stream.ts';
import type { PartialChunks } from './partial-chunks.ts';
import type { Upload } from './repository.ts';

type Deps = { chunks: ChunkStore; hashes: HashPool; partials: PartialChunks };

/** Reads the data of a request and notices where it becomes silent. */
export type Watch = <T>(read: (options: Omit<ChunkStreamOptions, 'maxBytes'>) => Promise<T>) => Promise<T>;

/**
 * Writes the received data of a chunk to its place: the whole chunk, or the rest of an interrupted one. Resolves with
 * the chunk's size once the whole is safe and has the digest sent by the client.
 */
export async function writeToPlace(
  { chunks, hashes, partials }: Deps,
  upload: Upload,
  { chunk_index: index, chunk_sha256: sha256, chunk_offset: offset = 0 }: KnownFields,
  part: MultipartFile,
  { watch, finish }: { watch: Watch; finish: () => void },
): Promise<number> {
  if (offset > partials.bytesOf(upload.id, index, sha256)) throw chunkErrors.restUnknown();
  partials.note(upload.id, index, { sha256, bytes: offset });
  const expected = expectedSize(upload, index);
  const { path, position, open } = chunks.fileOf(upload, index);
  const maxBytes = (expected ?? maxChunkBytes) - offset;
  const onWritten = (bytes: number) => partials.note(upload.id, index, { sha256, bytes: offset + bytes });
  const file = await open();
  let size: number;
  try {
    const written = await watch((options) =>
      writeChunk(part.file, file, position + offset, { ...options, maxBytes, onWritten }),
    );
    finish();
    // All data is written: the chunk is complete or damaged.
    partials.forget(upload.id, index);
    size = offset + written;
    if (part.file.truncated) throw chunkErrors.tooLarge();
    if (size === 0 || size !== (expected ?? size)) throw chunkErrors.size();
    const [found] = await Promise.all([hashes.digestRegion(path, position, position + size), chunks.flush(file)]);
    if (found !== sha256) throw chunkErrors.hash();
  } finally {
    await file.close();
  }
  await chunks.keep(upload, { index, size, sha256 });
  return size;
}
