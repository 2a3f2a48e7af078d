import type { DocumentFormat, DocumentQuery } from '#contract/document.ts';
import { namesOf } from '#contract/printed/build-document.ts';
import type { DocumentInput, DocumentKind, DocumentSource } from '#contract/printed/document-input.ts';
import type { DocumentNames } from '#contract/printed/document-names.ts';
import { printSettings } from '#contract/printed/print-settings.ts';
import type { OfficeZone } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { ApiError, invalidField, notFound } from '#server/platform/http/index.ts';
import { findDocument } from './repository.ts';
import { findDocumentSettings } from './settings-repository.ts';
import { type FinalVersion, findVersion } from './version-repository.ts';

/** A document that is asked for: its names, what it is built from, and the version whose kept file it is. */
export type AskedDocument = { names: DocumentNames; source: DocumentSource; version?: FinalVersion };

/** What is to be printed for the owner of a protocol; a 404 or 422 where there is no such thing. */
export async function findAsked(
  db: Db,
  asked: { protocolId: string; ownerId: string } & DocumentQuery,
  officeZone: OfficeZone,
): Promise<AskedDocument> {
  const kind = kindOf(asked);
  const found = await findSource(db, asked);
  const settings = found.version?.settings ?? (await findDocumentSettings(db, officeZone));
  const source = { input: found.input, settings: printSettings(settings, found.input), kind };
  const names = namesOf(source);
  if (!names) throw notFound('Такого вопроса в повестке нет');
  return { names, source, ...(kind.form === 'full' && found.version && { version: found.version }) };
}

/** The full form of a version. */
export function fullFormOf({ input, settings }: FinalVersion): DocumentSource {
  return { input, settings: printSettings(settings, input), kind: { form: 'full' } };
}

/** The error of a document that could not be written. */
export function documentFailed(cause: unknown): ApiError {
  const words = 'Не удалось сформировать документ. Попробуйте ещё раз';
  return new ApiError(500, 'document_failed', words, undefined, { cause });
}

/** The name of a document's file. */
export function fileNameOf({ fileName }: DocumentNames, format: DocumentFormat): string {
  return `${fileName}.${format}`;
}

function kindOf({ form = 'full', item }: DocumentQuery): DocumentKind {
  if (form !== 'extract') return { form };
  if (!item) throw invalidField('item', 'Выберите вопрос повестки');
  return { form, item };
}

async function findSource(
  db: Db,
  { protocolId, ownerId, edition }: { protocolId: string; ownerId: string } & DocumentQuery,
): Promise<{ input: DocumentInput; version?: FinalVersion }> {
  if (edition === undefined) {
    const found = await findDocument(db, protocolId, ownerId);
    if (!found) throw notFound('Протокол не найден');
    return found;
  }
  const version = await findVersion(db, { protocolId, ownerId, edition });
  if (!version) throw notFound('Такой версии протокола нет');
  return { input: version.input, version };
}
