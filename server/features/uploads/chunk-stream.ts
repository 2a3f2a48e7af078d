import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { writeAll } from './upload-folder.ts';

/** Bytes gathered before one write: fewer and larger writes cost less than one for every piece of the network. */
const batchBytes = 1024 * 1024;

export type ChunkStreamOptions = {
  /** Aborted: the next piece ends the reading with its reason. */
  signal: AbortSignal;
  /** Told of every piece, so that a silent connection is noticed. */
  onBytes: () => void;
  /** More than this is not taken; `tooLong` is thrown then. */
  maxBytes: number;
  tooLong: () => Error;
};

/** Writes a stream into a file from `position` on and never past `maxBytes`. Resolves with the bytes written. */
export async function writeChunk(source: Readable, file: FileHandle, position: number, options: ChunkStreamOptions) {
  let written = 0;
  for await (const batch of batches(source, options)) {
    const length = batch.reduce((sum, piece) => sum + piece.length, 0);
    await writeBatch(file, batch, length, position + written);
    written += length;
  }
  return written;
}

/** Reads a stream to its end without keeping it: its length and lower-case hex SHA-256. */
export async function digestChunk(source: Readable, options: ChunkStreamOptions) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const batch of batches(source, options)) {
    for (const piece of batch) {
      hash.update(piece);
      size += piece.length;
    }
  }
  return { size, sha256: hash.digest('hex') };
}

async function* batches(source: Readable, { signal, onBytes, maxBytes, tooLong }: ChunkStreamOptions) {
  let batch: Buffer[] = [];
  let size = 0;
  let total = 0;
  // The stream is left open on an error, so that the caller can read the request to its end and answer.
  for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    total += piece.length;
    if (total > maxBytes) throw tooLong();
    batch.push(piece);
    size += piece.length;
    onBytes();
    if (size < batchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
    onBytes();
  }
  if (size > 0) yield batch;
}

async function writeBatch(file: FileHandle, batch: Buffer[], length: number, position: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch, position);
  // A disk that is nearly full takes a part; the rest either fits or tells the reason.
  if (bytesWritten < length) await writeAll(file, Buffer.concat(batch).subarray(bytesWritten), position + bytesWritten);
}
