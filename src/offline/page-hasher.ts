import type { Hasher } from './hasher.ts';

interface Answer {
  id: number;
  sha256?: string;
  error?: string;
}

/** What reading leaves behind in a worker is collected late, 100 MiB of it after 3 GiB: it goes with the worker. */
const mostDigests = 64;

/** A hasher in a module worker of its own, started at the first use and replaced from time to time. */
export function createPageHasher(): Hasher {
  let worker: HashWorker | undefined;
  return (blob) => {
    if (!worker || worker.isSpent) worker = new HashWorker();
    return worker.digest(blob);
  };
}

/** Takes so many Blobs and ends with its last answer. */
class HashWorker {
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#settle(data));
  }

  get isSpent(): boolean {
    return this.#lastId >= mostDigests;
  }

  digest(blob: Blob): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#worker.postMessage({ id: this.#lastId, blob });
    });
  }

  #settle({ id, sha256, error }: Answer): void {
    const waiter = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (sha256 !== undefined) waiter?.resolve(sha256);
    else waiter?.reject(new DOMException('The source cannot be read', error ?? 'Error'));
    if (this.isSpent && this.#waiting.size === 0) this.#worker.terminate();
  }
}
