import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { writeAll } from './upload-folder.ts';

/** Bytes gathered before a write: few large writes cost less than one per network packet. */
const batchBytes = 1024 * 1024;
/** Maximum delay of a write on a slow connection, so that little is lost if the connection breaks. */
const batchMs = 250;

export type ChunkStreamOptions = {
  /** Once it is aborted, the next data ends the reading with its reason. */
  signal: AbortSignal;
  /** Called for all data and every write, so that a silent connection is noticed. */
  onBytes: () => void;
  /** Maximum number of bytes; beyond it `tooLong` is thrown. */
  maxBytes: number;
  tooLong: () => Error;
};

/**
 * Writes a stream into a file from `position` on, never beyond `maxBytes`. Resolves with the number of bytes written;
 * if the stream breaks off, everything received is written before it rejects. `onWritten` receives the number of bytes
 * written so far.
 */
export async function writeChunk(
  source: Readable,
  file: FileHandle,
  position: number,
  { onWritten, ...options }: ChunkStreamOptions & { onWritten?: (bytes: number) => void },
) {
  let at = position;
  const size = await pour(source, options, async (batch, length) => {
    const from = at;
    at += length;
    const { bytesWritten } = await file.writev(batch, from);
    // A nearly full disk may write only a part; writing the rest succeeds or throws the reason.
    if (bytesWritten < length) await writeAll(file, Buffer.concat(batch).subarray(bytesWritten), from + bytesWritten);
    if (!options.signal.aborted) onWritten?.(from + length - position);
  });
  return size;
}

/** Reads a stream to its end without keeping it; returns its length and lower-case hex SHA-256. */
export async function digestChunk(source: Readable, options: ChunkStreamOptions) {
  const hash = createHash('sha256');
  const size = await pour(source, options, async (batch) => {
    for (const piece of batch) hash.update(piece);
  });
  return { size, sha256: hash.digest('hex') };
}

/**
 * Passes on a stream in batches, gathering the next one while the previous one is being written. It uses events, since
 * an iterator would copy every batch into one buffer. On an error the stream stays open, so that the caller can read
 * the request to its end and answer. Rejects only after the running write has ended.
 */
async function pour(
  source: Readable,
  { signal, onBytes, maxBytes, tooLong }: ChunkStreamOptions,
  write: (batch: Buffer[], length: number) => Promise<void>,
): Promise<number> {
  let batch: Buffer[] = [];
  let length = 0;
  let total = 0;
  let writing: Promise<void> | undefined;
  let isCut = false;
  let late: NodeJS.Timeout | undefined;
  const { promise: read, resolve, reject } = Promise.withResolvers<void>();

  /** Writes the present batch and starts to gather the next one. */
  const writeBatch = () => {
    clearTimeout(late);
    late = undefined;
    const [full, size] = [batch, length];
    batch = [];
    length = 0;
    return write(full, size);
  };
  const flush = () => {
    writing = writeBatch().then(() => {
      writing = undefined;
      onBytes();
      if (length >= batchBytes) return flush();
      if (length > 0) late ??= setTimeout(flush, batchMs);
      source.resume();
    });
    writing.catch(reject);
  };
  const onData = (piece: Buffer) => {
    onBytes();
    total += piece.length;
    if (signal.aborted) return reject(signal.reason);
    if (total > maxBytes) return reject(tooLong());
    batch.push(piece);
    length += piece.length;
    if (length < batchBytes) {
      if (!writing) late ??= setTimeout(flush, batchMs);
      return;
    }
    if (writing) source.pause();
    else flush();
  };
  const drain = async () => {
    while (writing) await writing;
    if (length > 0) await writeBatch();
  };
  const stopWatching = finished(source, { writable: false }, (error) => {
    if (!error) return resolve();
    isCut = true;
    reject(error);
  });
  source.on('data', onData);
  try {
    await read;
    await drain();
    return total;
  } catch (error) {
    if (isCut && !signal.aborted) await drain();
    throw error;
  } finally {
    source.off('data', onData);
    stopWatching();
    // When the running write ends, it may still resume the stream and start the timer.
    await writing?.catch(() => undefined);
    clearTimeout(late);
  }
}
