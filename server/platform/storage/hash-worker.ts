import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { DigestTask, ThreadWords } from './hash-pool.ts';

// One buffer for the thread's life: memory stays flat however much is hashed.
const buffer = Buffer.allocUnsafe(1024 * 1024);
const aliveEveryMs = 500;

const say = (words: ThreadWords) => parentPort?.postMessage(words);
say({ alive: true });

parentPort?.on('message', ({ id, task }: { id: number; task: DigestTask }) => {
  let last = performance.now();
  const onRead = () => {
    if (performance.now() - last < aliveEveryMs) return;
    last = performance.now();
    say({ alive: true });
  };
  try {
    say({ id, digests: digestsOf(task, onRead) });
  } catch (error) {
    say({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

function digestsOf({ path, start, end, pieceBytes, pieces }: DigestTask, onRead: () => void) {
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
