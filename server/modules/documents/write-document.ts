import type { DocumentFormat } from '#contract/documents/document.ts';
import { documentCalls } from '#contract/documents/document-calls.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { type Asker, ThreadPool } from '#server/platform/threads/index.ts';
import type { DocumentOrder, Printable } from './document-worker.ts';
import { fullFormOf, type Printing } from './print-document.ts';
import { type KeptTemplate, readTemplateFile } from './templates/print-by-template.ts';
import { findTemplateFile } from './templates/template-repository.ts';
import type { TemplateWriter } from './templates/template-writer.ts';
import type { FinalVersion } from './version-repository.ts';

type WriterDeps = Printing & { db: Db; storage: Storage; renderer: DocumentRenderer; templates: TemplateWriter };

/** Writes a document in the built-in form, or as DOCX by a template if one is given. */
export type WriteDocument = (
  format: DocumentFormat,
  document: Printable,
  template?: KeptTemplate,
  asker?: Asker,
) => Promise<Uint8Array>;

/** Writes documents in their threads, reading template files from the storage. */
export function documentWriter({ db, storage, renderer, templates, ...printing }: WriterDeps) {
  const write: WriteDocument = async (format, document, template, asker) => {
    if (format !== 'docx' || !template || 'blocks' in document) return renderer.render(format, document, asker);
    return templates.fill(await readTemplateFile(storage, template), document, asker);
  };
  /** Writes the full form of a version, using the template file with which it was signed off. */
  async function writeVersion(version: FinalVersion, format: DocumentFormat, asker?: Asker): Promise<Uint8Array> {
    const { templateFileId } = version;
    const template = templateFileId === null ? undefined : await findTemplateFile(db, templateFileId);
    return write(format, fullFormOf(version, printing), template, asker);
  }
  return { write, writeVersion };
}

/** The media type of each format. */
export const documentTypes = {
  pdf: documentCalls.getPdf.reply.types[0],
  docx: documentCalls.getDocx.reply.types[0],
} as const;

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
