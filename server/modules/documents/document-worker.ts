import { parentPort } from 'node:worker_threads';
import { buildDocument } from './build-document.ts';
import type { DocumentSource } from './document-input.ts';
import type { DocumentModel } from './document-model.ts';
import { writeDocx } from './docx-writer.ts';
import { writePdf } from './pdf-writer.ts';
import { yieldToServer } from './yield-to-server.ts';

export type DocumentFormat = 'pdf' | 'docx';
/** What to print: what it is built from, or a model that was built already. */
export type Printable = DocumentSource | DocumentModel;
export type DocumentOrder = { id: number; format: DocumentFormat; document: Printable };
export type DocumentAnswer = { id: number } & ({ bytes: Uint8Array } | { error: string });

const writers = { pdf: writePdf, docx: writeDocx };

yieldToServer();

// Layout takes seconds for a long protocol: this thread has nothing else to do. Orders are written one after another.
let last = Promise.resolve();
parentPort?.on('message', (order: DocumentOrder) => {
  last = last.then(async () => parentPort?.postMessage(await written(order)));
});

async function written({ id, format, document }: DocumentOrder): Promise<DocumentAnswer> {
  try {
    // A copy of its own: a Buffer may be a window on a shared pool.
    return { id, bytes: Uint8Array.from(await writers[format](modelOf(document))) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function modelOf(document: Printable): DocumentModel {
  if ('blocks' in document) return document;
  const model = buildDocument(document.input, document.settings, document.kind);
  if (!model) throw new Error('The item of the extract has no content');
  return model;
}
