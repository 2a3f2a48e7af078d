import type { DocumentFormat, DocxQuery } from '#contract/documents/document.ts';
import { namesOf } from '#contract/documents/printed/build-document.ts';
import type { DocumentInput, DocumentKind, DocumentSource } from '#contract/documents/printed/document-input.ts';
import type { DocumentNames } from '#contract/documents/printed/document-names.ts';
import { printSettings } from '#contract/documents/printed/print-settings.ts';
import { usualForm } from '#contract/documents/template.ts';
import type { OfficeZone, Reader } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import type { Asker } from '#server/platform/threads/index.ts';
import { findDocument } from './repository.ts';
import { findDocumentSettings } from './settings-repository.ts';
import type { KeptTemplate } from './templates/print-by-template.ts';
import { getTemplate, templateOfProtocol } from './templates/template-repository.ts';
import { type FinalVersion, findVersion } from './version-repository.ts';

/**
 * A requested document: its names, its source, the template by which it is written, and the version whose kept file it
 * is.
 */
export type AskedDocument = {
  names: DocumentNames;
  source: DocumentSource;
  template?: KeptTemplate;
  version?: FinalVersion;
};

/** What printing needs from the rest of the server. */
export type Printing = { officeZone: OfficeZone; linkOf: (protocolId: string) => string };

type Asked = { protocolId: string; reader: Reader; format: DocumentFormat } & DocxQuery;

/** Returns the requested document as this reader may read it; throws a 404 or 422 where there is none. */
export async function findAsked(db: Db, asked: Asked, { officeZone, linkOf }: Printing): Promise<AskedDocument> {
  const kind = kindOf(asked);
  const found = await findSource(db, asked);
  const input = { ...found.input, link: linkOf(asked.protocolId) };
  if (kind.form === 'signed' && !input.signatures?.length)
    throw invalidField('form', 'У этой версии нет сведений об электронной подписи');
  const settings = found.version?.settings ?? (await findDocumentSettings(db, officeZone));
  const source = { input, settings: printSettings(settings, input), kind };
  const names = namesOf(source);
  if (!names) throw notFound('Такого вопроса в повестке нет');
  if (asked.template !== undefined) return { source, ...(await byTemplate(db, asked.template, kind, names)) };
  if (kind.form !== 'full') return { names, source };
  if (found.version) return { names, source, version: found.version };
  const chosen = asked.format === 'docx' ? await templateOfProtocol(db, asked.protocolId) : undefined;
  return { names, source, ...(chosen && { template: chosen.file }) };
}

/**
 * Returns a template chosen for this one file. The file name contains the template's, so that the file is not mistaken
 * for the usual form.
 */
async function byTemplate(
  db: Db,
  id: string,
  kind: DocumentKind,
  names: DocumentNames,
): Promise<Pick<AskedDocument, 'names' | 'template'>> {
  if (id === usualForm) return { names };
  if (kind.form !== 'full') throw invalidField('template', 'По шаблону печатается только полный протокол');
  const { name, file } = await getTemplate(db, id);
  const fileName = `${names.fileName} (${name.replace(/[\\/:*?"<>|]+/g, '-')})`;
  return { names: { ...names, fileName }, template: file };
}

/** Returns the source of the full form of a version. */
export function fullFormOf({ input, protocolId, settings }: FinalVersion, { linkOf }: Printing): DocumentSource {
  const linked = { ...input, link: linkOf(protocolId) };
  return { input: linked, settings: printSettings(settings, linked), kind: { form: 'full' } };
}

/** Returns the error for a document that could not be written, or for which nobody waits any more. */
export function documentFailed(cause: unknown, { disconnected }: Asker): Problem {
  if (disconnected.aborted && disconnected.reason === cause) return new Problem('bad_request', 'Запрос прерван');
  const words = 'Не удалось сформировать документ. Попробуйте ещё раз';
  return new Problem('document_failed', words, undefined, { cause });
}

/** Returns the file name with its extension. */
export function fileNameOf({ fileName }: DocumentNames, format: DocumentFormat): string {
  return `${fileName}.${format}`;
}

function kindOf({ form = 'full', item }: DocxQuery): DocumentKind {
  if (form !== 'extract') return { form };
  if (!item) throw invalidField('item', 'Выберите вопрос повестки');
  return { form, item };
}

async function findSource(
  db: Db,
  { protocolId, reader, edition }: Asked,
): Promise<{ input: DocumentInput; version?: FinalVersion }> {
  if (edition === undefined) {
    const found = await findDocument(db, protocolId, reader);
    if (!found) throw notFound('Протокол не найден');
    return found;
  }
  const version = await findVersion(db, { protocolId, reader, edition });
  if (!version) throw notFound('Такой версии протокола нет');
  return { input: version.input, version };
}
