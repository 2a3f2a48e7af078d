import type { DocumentFormat } from '#contract/document.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import type { DocumentOrder, Printable } from './document-worker.ts';

export type DocumentRenderer = {
  /** Returns the file of a document. Rejects when the worker fails, dies or exceeds the time limit. */
  render(format: DocumentFormat, document: Printable, asker?: Asker): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Options = { timeLimit?: number; idle?: number; script?: URL };

const ownScript = new URL('./document-worker.ts', import.meta.url);
/** Gives the thread a third of the normal weight: requests come first, and documents still progress under load. */
const niceness = 5;

/**
 * Writes documents in one thread, one at a time, taking turns between the people who wait. `timeLimit` and `idle` are
 * milliseconds.
 */
export function createDocumentRenderer(options: Options = {}): DocumentRenderer {
  const { timeLimit: timeLimitMs = 60_000, idle: idleMs = 60_000, script = ownScript } = options;
  const pool = { name: 'document', script, task: 'writeDocument', timeLimitMs, idleMs, niceness };
  const threads = new ThreadPool<DocumentOrder, Uint8Array>(pool);
  return {
    render: (format, document, asker) => threads.run({ format, document }, undefined, asker),
    close: () => threads.close(),
  };
}
