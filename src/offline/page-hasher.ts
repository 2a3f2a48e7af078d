import type { Hasher } from './hasher.ts';

interface Answer {
  id: number;
  sha256?: string;
  error?: string;
}

/** A hasher in a module worker of its own, started at the first use. */
export function createPageHasher(): Hasher {
  const waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const waiter = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.sha256 !== undefined) waiter?.resolve(data.sha256);
      else waiter?.reject(new DOMException('The source cannot be read', data.error ?? 'Error'));
    });
    return started;
  }

  return (blob) =>
    new Promise((resolve, reject) => {
      worker ??= start();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, blob });
    });
}
