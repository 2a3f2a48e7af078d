import type { DocumentFormat } from '#contract/documents/document.ts';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentSource } from '#contract/documents/printed/document-input.ts';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import { writeDocx } from './docx-writer.ts';
import { writePdf } from './pdf-writer.ts';

/** A document to print: its source, or a model that was built already. */
export type Printable = DocumentSource | DocumentModel;
export type DocumentOrder = { format: DocumentFormat; document: Printable };

const writers = { pdf: writePdf, docx: writeDocx };

/** Runs in the document thread: layout takes seconds for a long protocol. */
export async function writeDocument({ format, document }: DocumentOrder): Promise<Uint8Array> {
  // Copied, since a Buffer may be a view of a shared pool.
  return Uint8Array.from(await writers[format](modelOf(document)));
}

function modelOf(document: Printable): DocumentModel {
  if ('blocks' in document) return document;
  const model = buildDocument(document.input, document.settings, document.kind);
  if (!model) throw new Error('The item of the extract has no content');
  return model;
}
