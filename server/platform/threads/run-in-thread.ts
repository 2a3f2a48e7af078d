import { Worker } from 'node:worker_threads';

type Limits = { longestMs: number; signal?: AbortSignal | undefined };

/**
 * Runs a worker's script once, with `order` as its workerData, and resolves with the first message that it posts. One
 * thread for one order: long work holds up nobody, and leaves no memory behind. Rejects where it throws, is aborted or
 * takes longer than `longestMs`.
 */
export function runInThread(script: URL, order: unknown, { longestMs, signal }: Limits): Promise<unknown> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      void worker.terminate();
      finish();
    };
    const stop = () => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(() => reject(new Error(`No answer within ${longestMs} ms`))), longestMs);
    signal?.addEventListener('abort', stop, { once: true });
    worker.once('message', (answer) => end(() => resolve(answer)));
    worker.once('error', (error) => end(() => reject(error)));
    worker.once('exit', (code) => end(() => reject(new Error(`The thread ended with code ${code}`))));
  });
}
