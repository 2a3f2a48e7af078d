import { Worker } from 'node:worker_threads';

/** Bytes `start` to `end` (exclusive) of a file in `pieces` pieces of `pieceBytes`; the last takes what is left. */
export type DigestTask = { path: string; start: number; end: number; pieceBytes: number; pieces: number };

/** Lower-case hex SHA-256 of every piece and of all of them. */
export type Digests = { pieces: string[]; whole: string };

/** What a thread says: that it has started, now and then that it reads, and what came of a task. */
export type ThreadWords = { alive: true } | ({ id: number } & ({ digests: Digests } | { error: string }));
type Waiting = { resolve: (digests: Digests) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; started: boolean; silence: NodeJS.Timeout | undefined };

/**
 * Threads that hash files beside the event loop, started when first needed. One that has not read anything for `stallMs`
 * waits for a disk that does not answer: what it was given fails, and another thread takes its place.
 */
export class HashPool {
  readonly #size: number;
  readonly #stallMs: number;
  readonly #threads: Thread[] = [];
  #last = 0;

  constructor(size: number, { stallMs = 60_000 }: { stallMs?: number } = {}) {
    this.#size = size;
    this.#stallMs = stallMs;
  }

  /** Reads and hashes; rejects when the file is missing or shorter than `end`. */
  digest(task: DigestTask): Promise<Digests> {
    const thread = this.#leastBusy();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      thread.worker.ref();
      this.#listen(thread);
      thread.worker.postMessage({ id, task });
    });
  }

  /** SHA-256 of one region. */
  async digestRegion(path: string, start: number, end: number): Promise<string> {
    return (await this.digest({ path, start, end, pieceBytes: end - start, pieces: 1 })).whole;
  }

  /** Ends the threads; what was under way rejects. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #leastBusy(): Thread {
    const idle = this.#threads.find(({ waiting }) => waiting.size === 0);
    if (idle) return idle;
    if (this.#threads.length < this.#size) return this.#start();
    return this.#threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least));
  }

  #start(): Thread {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
    const thread: Thread = { worker, waiting: new Map(), started: false, silence: undefined };
    worker.on('message', (words: ThreadWords) => {
      thread.started = true;
      this.#listen(thread);
      thread.silence?.refresh();
      if ('alive' in words) return;
      const waiting = thread.waiting.get(words.id);
      thread.waiting.delete(words.id);
      if (thread.waiting.size === 0) {
        worker.unref();
        clearTimeout(thread.silence);
        thread.silence = undefined;
      }
      if ('digests' in words) waiting?.resolve(words.digests);
      else waiting?.reject(new Error(words.error));
    });
    worker.on('error', (error: unknown) =>
      this.#end(thread, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#end(thread, new Error('The hashing thread has ended')));
    this.#threads.push(thread);
    return thread;
  }

  /** While a thread has work it has to say something every `stallMs`: how long it takes to start says nothing of a disk. */
  #listen(thread: Thread): void {
    if (!thread.started || thread.waiting.size === 0) return;
    thread.silence ??= setTimeout(() => this.#giveUp(thread), this.#stallMs);
  }

  #giveUp(thread: Thread): void {
    this.#end(thread, new Error('The hashing thread has stalled'));
    thread.worker.unref();
    void thread.worker.terminate();
  }

  #end(thread: Thread, error: Error): void {
    clearTimeout(thread.silence);
    const at = this.#threads.indexOf(thread);
    if (at >= 0) this.#threads.splice(at, 1);
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  }
}
