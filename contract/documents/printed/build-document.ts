import type { DocumentForm } from '#contract/documents/document.ts';
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
import { printedInput } from './printed-input.ts';

/**
 * Builds the printed protocol by the conventions of Russian offices (ГОСТ Р 7.0.97), in one of its forms. Missing
 * values are left out together with their labels. Returns undefined for an extract of an item that has no content.
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
  const filled = printedInput(input);
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

/** Whether the form is a sheet to be signed, which accompanies the protocol and is not a copy of it. */
function isSheet(form: DocumentForm): boolean {
  return form === 'attendance' || form === 'agreement' || form === 'reading';
}

/**
 * Returns the names of a document without building it, which is slow for a long one; undefined if `buildDocument`
 * returns undefined.
 */
export function namesOf({ input, settings, kind }: DocumentSource): DocumentNames | undefined {
  if (kind.form !== 'extract') return documentNames(input, settings.timeZone, kind.form);
  const position = positionOf(input, kind.item);
  return position > 0 ? documentNames(input, settings.timeZone, kind.form, position) : undefined;
}

/** Returns the position of an item, from 1; 0 if it does not exist or has no content. */
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

/** Builds the full form: who met and when, the agenda, what was heard and decided point by point, signatures. */
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

/** Keeps the last paragraph or rows on the page of the signatures, so that they never stand on a page without text. */
function signedBesideText(blocks: Block[]): Block[] {
  const signed = blocks.findIndex(({ kind }) => kind === 'signatures');
  const last = blocks.findLastIndex(
    (block, index) => index < signed && !(block.kind === 'paragraph' && block.keepNext === true),
  );
  return blocks.map((block, index) =>
    index === last && (block.kind === 'paragraph' || block.kind === 'table') ? { ...block, keepNext: true } : block,
  );
}

function isVisible(block: Block): boolean {
  return block.kind !== 'paragraph' || block.runs.some((run) => run.text !== '');
}
