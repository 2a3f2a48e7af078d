import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Digests, Storage, StoredFile } from '#server/platform/storage/index.ts';
import { folderOfWhole, isWholeKey } from './chunk-key.ts';
import type { StoredChunk } from './repository.ts';

/**
 * Finds the whole file of an upload that a database does not know any more, since it lost its last seconds: the file's
 * chunks are gone, and the device that sent them has let go of it. Only a file with exactly the acknowledged bytes counts.
 * @param isDiscarded whether a key is about to be removed
 */
export async function findWhole(
  storage: Storage,
  id: string,
  chunks: readonly StoredChunk[],
  isDiscarded: (key: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<{ key: string; sha256: string } | undefined> {
  const bytes = sizeOf(chunks);
  for await (const file of storage.list(folderOfWhole(id), { signal })) {
    if (!isWholeKey(file.key) || file.bytes !== bytes || (await isDiscarded(file.key))) continue;
    const { pieces, whole } = await digestStored(storage, file.key, chunks, signal);
    if (chunks.every(({ sha256 }, at) => sha256 === pieces[at])) return { key: file.key, sha256: whole };
  }
  return undefined;
}

/** Reads a stored file and returns the digests of its chunks and of all of it. */
export function digestStored(
  storage: Pick<Storage, 'read'>,
  key: string,
  chunks: readonly StoredChunk[],
  signal: AbortSignal,
): Promise<Digests> {
  return digestPieces(
    readOn(storage, { key, bytes: sizeOf(chunks) }, signal),
    chunks.map(({ size }) => size),
  );
}

/** Returns the bytes of all chunks. */
export function sizeOf(chunks: readonly StoredChunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the digests of pieces of these sizes, and of the whole. Shorter data gives different digests. */
async function digestPieces(source: AsyncIterable<Buffer>, sizes: number[]): Promise<Digests> {
  const whole = createHash('sha256');
  const pieces: string[] = [];
  let piece = createHash('sha256');
  let left = sizes[0] ?? 0;
  for await (const bytes of source) {
    whole.update(bytes);
    for (let at = 0; at < bytes.length; ) {
      const slice = bytes.subarray(at, at + left);
      // Beyond the end of the last piece.
      if (pieces.length === sizes.length) throw new Error('The whole is longer than its chunks');
      piece.update(slice);
      at += slice.length;
      left -= slice.length;
      if (left > 0) continue;
      pieces.push(piece.digest('hex'));
      piece = createHash('sha256');
      left = sizes[pieces.length] ?? 0;
    }
  }
  return { pieces, whole: whole.digest('hex') };
}

/** Maximum number of consecutive reads without any data. */
const maxFailures = 4;
const pauseMs = 500;

/**
 * Reads a large file. An interrupted read continues after the last byte, since a storage or its proxy may limit the
 * duration of one response.
 */
async function* readOn(
  storage: Pick<Storage, 'read'>,
  { key, bytes }: StoredFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (let failures = 0; ; ) {
    const start = at;
    try {
      const source = await storage.read(key, start > 0 ? { start, end: bytes - 1 } : undefined);
      for await (const piece of addAbortSignal(signal, source)) {
        at += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      // Everything had already been read.
      if (at >= bytes) return;
      failures = at > start ? 0 : failures + 1;
      if (failures >= maxFailures) throw error;
      await pause(failures * pauseMs, undefined, { signal });
    }
  }
}
