import type { DocumentForm } from '#contract/document.ts';
import { closing, closingOfCopy } from './build-closing.ts';
import { buildExtract } from './build-extract.ts';
import { listsApart } from './build-formatted.ts';
import { heading, organizationLines } from './build-heading.ts';
import { buildAgreementSheet, buildAttendanceSheet, buildReadingSheet } from './build-lists.ts';
import { hasContent, minutes } from './build-minutes.ts';
import { present } from './build-people.ts';
import { buildPresent } from './build-present.ts';
import { buildShort } from './build-short.ts';
import type { DocumentInput, DocumentKind, DocumentSource, PrintSettings } from './document-input.ts';
import type { Block, DocumentModel } from './document-model.ts';
import { type DocumentNames, documentNames } from './document-names.ts';

/**
 * The printed protocol after the convention of Russian offices (ГОСТ Р 7.0.97), in one of its forms. What is missing
 * is left out with its label. Returns undefined for an extract of an item that has no content.
 */
export function buildDocument(input: DocumentInput, settings: PrintSettings): DocumentModel;
export function buildDocument(
  input: DocumentInput,
  settings: PrintSettings,
  kind: DocumentKind,
): DocumentModel | undefined;
export function buildDocument(
  input: DocumentInput,
  settings: PrintSettings,
  kind: DocumentKind = { form: 'full' },
): DocumentModel | undefined {
  const filled = { ...input, agenda: input.agenda.filter(hasContent) };
  const names = namesOf({ input, settings, kind });
  if (!names) return undefined;
  const [organization = ''] = organizationLines(input, settings);
  const model = (blocks: Block[], position?: number) => ({
    ...names,
    organization,
    firstNumber: position ?? 1,
    ...(settings.qrCode && input.link && !isSheet(kind.form) && { qrCode: input.link }),
    blocks: signedBesideText(listsApart(blocks.filter(isVisible))),
  });
  if (kind.form !== 'extract') return model(builders[kind.form](filled, settings));
  const position = positionOf(input, kind.item);
  return model(buildExtract(filled, position, settings), position);
}

/** A sheet to sign goes with the protocol, and is no copy of it. */
function isSheet(form: DocumentForm): boolean {
  return form === 'attendance' || form === 'agreement' || form === 'reading';
}

/**
 * The names of a document without building it, which takes long where it is long; undefined where `buildDocument` is.
 */
export function namesOf({ input, settings, kind }: DocumentSource): DocumentNames | undefined {
  if (kind.form !== 'extract') return documentNames(input, settings.timeZone, kind.form);
  const position = positionOf(input, kind.item);
  return position > 0 ? documentNames(input, settings.timeZone, kind.form, position) : undefined;
}

/** From 1; 0 for an item that is not there or has no content. */
function positionOf(input: DocumentInput, item: string): number {
  return input.agenda.filter(hasContent).findIndex(({ id }) => id === item) + 1;
}

const builders = {
  full: buildFull,
  signed: (input: DocumentInput, settings: PrintSettings) => buildFull(input, settings, true),
  short: buildShort,
  present: buildPresent,
  attendance: buildAttendanceSheet,
  agreement: buildAgreementSheet,
  reading: buildReadingSheet,
};

/** Who met and when, the agenda, what was heard and decided point by point, signatures. */
function buildFull(input: DocumentInput, settings: PrintSettings, isCopy = false): Block[] {
  const close = isCopy ? closingOfCopy : closing;
  const people = present(input, settings);
  return [
    ...heading(input, settings, isCopy),
    ...people.blocks,
    ...minutes(input, settings),
    ...close(input, people.annex, settings),
  ];
}

/** Signatures never stand on a page without a word of what is signed: the last paragraph before them goes along. */
function signedBesideText(blocks: Block[]): Block[] {
  const signed = blocks.findIndex(({ kind }) => kind === 'signatures');
  const last = blocks.findLastIndex(
    (block, index) => index < signed && !(block.kind === 'paragraph' && block.keepNext === true),
  );
  return blocks.map((block, index) =>
    index === last && block.kind === 'paragraph' ? { ...block, keepNext: true } : block,
  );
}

function isVisible(block: Block): boolean {
  return block.kind !== 'paragraph' || block.runs.some((run) => run.text !== '');
}
