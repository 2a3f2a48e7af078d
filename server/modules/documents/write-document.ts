import type { DocumentFormat } from '#contract/document.ts';
import { documentCalls } from '#contract/document-calls.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { Asker } from '#server/platform/threads/index.ts';
import type { DocumentRenderer } from './document-renderer.ts';
import type { Printable } from './document-worker.ts';
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
