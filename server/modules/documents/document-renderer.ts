import type { DocumentFormat } from '#contract/document.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import type { DocumentOrder, Printable } from './document-worker.ts';

export type DocumentRenderer = {
  /** The file of a protocol. Rejects when the worker fails, dies, or needs longer than the time limit. */
  render(format: DocumentFormat, document: Printable, asker?: Asker): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Options = { timeLimit?: number; idle?: number; script?: URL };

const ownScript = new URL('./document-worker.ts', import.meta.url);
/** A third of the weight: requests come first, and a document still gets on where a machine has too much to do. */
const niceness = 5;

/** Writes documents in one thread, one after another, in turns of those who wait for theirs. `timeLimit` and `idle` are milliseconds. */
export function createDocumentRenderer(options: Options = {}): DocumentRenderer {
  const { timeLimit: timeLimitMs = 60_000, idle: idleMs = 60_000, script = ownScript } = options;
  const pool = { name: 'document', script, task: 'writeDocument', timeLimitMs, idleMs, niceness };
  const threads = new ThreadPool<DocumentOrder, Uint8Array>(pool);
  return {
    render: (format, document, asker) => threads.run({ format, document }, undefined, asker),
    close: () => threads.close(),
  };
}
