import { Worker } from 'node:worker_threads';
import type { DocumentAnswer, DocumentFormat, DocumentOrder, Printable } from './document-worker.ts';

export type DocumentRenderer = {
  /** The file of a protocol. Rejects when the worker fails, dies, or needs longer than the time limit. */
  render(format: DocumentFormat, document: Printable): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void; timer: NodeJS.Timeout };
type Options = { timeLimit?: number; idle?: number; script?: URL };

/**
 * Writes documents in one worker thread, started at the first order. An order that takes longer than `timeLimit`
 * (milliseconds, waiting included) ends the thread with all that wait for it; the next order starts another. After
 * `idle` milliseconds without an order it ends, and its memory is free again.
 */
export function createDocumentRenderer(options: Options = {}): DocumentRenderer {
  const { timeLimit = 60_000, idle = 60_000, script = ownScript } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  let count = 0;

  function fail(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = undefined;
    for (const order of waiting.values()) {
      clearTimeout(order.timer);
      order.reject(error);
    }
    waiting.clear();
    void from.terminate();
  }

  function start(): Worker {
    // A document that eats memory ends its thread, never the server.
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', (code) => fail(started, new Error(`The document thread ended with code ${code}`)));
    started.on('message', (answer: DocumentAnswer) => {
      const order = waiting.get(answer.id);
      if (!order) return;
      waiting.delete(answer.id);
      clearTimeout(order.timer);
      if (waiting.size === 0) resting = setTimeout(() => fail(started, new Error('Idle')), idle).unref();
      if ('bytes' in answer) order.resolve(answer.bytes);
      else order.reject(new Error(answer.error));
    });
    // After the listeners: adding one for messages keeps the process alive again.
    started.unref();
    return started;
  }

  return {
    render(format, document) {
      clearTimeout(resting);
      worker ??= start();
      const current = worker;
      const id = ++count;
      return new Promise((resolve, reject) => {
        const late = () => fail(current, new Error(`No ${format} within ${timeLimit} ms`));
        waiting.set(id, { resolve, reject, timer: setTimeout(late, timeLimit) });
        current.postMessage({ id, format, document } satisfies DocumentOrder);
      });
    },
    async close() {
      const current = worker;
      if (!current) return;
      clearTimeout(resting);
      fail(current, new Error('The server is stopping'));
      await current.terminate();
    },
  };
}

const ownScript = new URL('./document-worker.ts', import.meta.url);
