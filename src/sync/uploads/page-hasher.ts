import { type Hasher, hashHere } from './hasher.ts';

interface Answer {
  id: number;
  sha256?: string;
  error?: string;
}

/** Maximum number of digests per worker: its garbage is collected late, 100 MiB of it after 3 GiB, but ends with it. */
const maxDigests = 64;

/**
 * A hasher in a module worker of its own, started at the first use and replaced from time to time. Where its script
 * cannot be had, the server having a newer version, the page digests itself.
 */
export function createPageHasher(): Hasher {
  let worker: HashWorker | undefined;
  let isLost = false;
  return async (blob) => {
    if (isLost) return hashHere(blob);
    if (!worker || worker.isSpent) worker = new HashWorker();
    try {
      return await worker.digest(blob);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      isLost = true;
      return hashHere(blob);
    }
  };
}

/** The worker failed, which says nothing about the source. */
class WorkerLost extends Error {}

/** A worker for `maxDigests` Blobs, which ends with its last answer. */
class HashWorker {
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#settle(data));
    this.#worker.addEventListener('error', () => this.#lose());
    this.#worker.addEventListener('messageerror', () => this.#lose());
  }

  get isSpent(): boolean {
    return this.#lastId >= maxDigests;
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

  #lose(): void {
    this.#worker.terminate();
    for (const waiter of this.#waiting.values()) waiter.reject(new WorkerLost());
    this.#waiting.clear();
  }
}
