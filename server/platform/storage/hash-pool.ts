import { ThreadPool } from '#server/platform/threads/index.ts';
import type { DigestOrder, Digests, DigestTask } from './hash-worker.ts';

/** How often the progress of a thread is checked within each `stallMs`. */
const looks = 4;

/**
 * Hashes files beside the event loop. A thread that reads nothing for `stallMs` is stuck on a disk that does not
 * answer: its digest fails, and another thread takes its place.
 */
export class HashPool {
  readonly #threads: ThreadPool<DigestOrder, Digests>;
  readonly #stallMs: number;

  constructor(size: number, { stallMs = 60_000 }: { stallMs?: number } = {}) {
    const script = new URL('./hash-worker.ts', import.meta.url);
    this.#threads = new ThreadPool({ name: 'hashing', script, task: 'digestsOf', size, idleMs: 60_000 });
    this.#stallMs = stallMs;
  }

  /** Reads and hashes; rejects when the file is missing or shorter than `end`. */
  async digest(task: DigestTask): Promise<Digests> {
    const reads = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const stalled = new AbortController();
    let [seen, quiet] = [0, 0];
    const timer = setInterval(() => {
      const count = Atomics.load(reads, 0);
      // Before the first read the task waits for its turn, not for the disk.
      quiet = count > 0 && count === seen ? quiet + 1 : 0;
      seen = count;
      if (quiet === looks) stalled.abort(new Error('The hashing thread has stalled'));
    }, this.#stallMs / looks);
    try {
      return await this.#threads.run({ ...task, reads }, stalled.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** SHA-256 of one region. */
  async digestRegion(path: string, start: number, end: number): Promise<string> {
    return (await this.digest({ path, start, end, pieceBytes: end - start, pieces: 1 })).whole;
  }

  /** Ends the threads; what was under way rejects. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}
