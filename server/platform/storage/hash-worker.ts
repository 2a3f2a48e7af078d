import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes `start` to `end` (exclusive) of a file in `pieces` pieces of `pieceBytes`; the last takes what is left. */
export type DigestTask = { path: string; start: number; end: number; pieceBytes: number; pieces: number };

/** A task with a counter, shared between threads, of how often its file was read. */
export type DigestOrder = DigestTask & { reads: Int32Array };

/** Lower-case hex SHA-256 of every piece and of all of them. */
export type Digests = { pieces: string[]; whole: string };

// One buffer for the thread's life: memory stays flat however much is hashed.
const buffer = Buffer.allocUnsafe(1024 * 1024);

/** Runs in a thread of the hash pool. */
export function digestsOf({ path, start, end, pieceBytes, pieces, reads }: DigestOrder): Digests {
  const onRead = () => void Atomics.add(reads, 0, 1);
  // Counted as a read, because opening may block on the disk, too.
  onRead();
  const file = openSync(path, 'r');
  try {
    const whole = createHash('sha256');
    const found = Array.from({ length: pieces }, (_, index) => {
      const from = start + index * pieceBytes;
      const to = index === pieces - 1 ? end : from + pieceBytes;
      const piece = createHash('sha256');
      read(file, from, to, pieces === 1 ? [piece] : [piece, whole], onRead);
      return piece.digest('hex');
    });
    return { pieces: found, whole: pieces === 1 ? (found[0] ?? '') : whole.digest('hex') };
  } finally {
    closeSync(file);
  }
}

function read(file: number, from: number, to: number, into: Hash[], onRead: () => void): void {
  for (let at = from; at < to; ) {
    const count = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at);
    if (count === 0) throw new Error('The file is shorter than it should be');
    for (const hash of into) hash.update(buffer.subarray(0, count));
    at += count;
    onRead();
  }
}
