import { capitalized } from '#contract/text/capitalized.ts';
import { initialsFirst } from '#contract/text/person-name.ts';
import { lines, tidy } from '#contract/text/russian-text.ts';
import { chairmanOf } from './build-people.ts';
import type { DocumentInput, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { numberMark } from './document-names.ts';
import { titleLines } from './meeting-kind.ts';
import { meetingDate } from './russian-date.ts';

/** Builds everything above the people: draft mark or approval, then the identity of the protocol. */
export function heading(input: DocumentInput, settings: PrintSettings, isCopy = false): Block[] {
  return [
    ...draftMark(input),
    ...(isApproved(input, settings) ? approval(input, settings, isCopy) : []),
    ...identity(input, settings, 'ПРОТОКОЛ'),
  ];
}

/** Builds «Проект» above a protocol that is not signed off yet. */
export function draftMark(input: DocumentInput): Block[] {
  return input.stage === 'final' ? [] : [paragraph('mark', 'Проект')];
}

/** Builds the organization, the title with the meeting, and the row of date, place and number. */
export function identity(input: DocumentInput, settings: PrintSettings, title: string): Block[] {
  const row = {
    date: meetingDate(input.heldAt, input.endedAt, settings.timeZone),
    place: tidy(input.place),
    number: numberMark(input.number),
  };
  return [
    ...organizationLines(input, settings).map((line) => paragraph('organization', line)),
    paragraph('title', title, { keepNext: true }),
    ...titleLines(input.kind, input.title, input.body?.name_genitive).map((line) => paragraph('subtitle', line)),
    ...(row.date || row.place || row.number ? [{ kind: 'requisites' as const, ...row }] : []),
  ];
}

/** Returns the organization of the protocol, else that of the settings. */
export function organizationLines(input: DocumentInput, settings: PrintSettings): string[] {
  const own = lines(input.organization);
  return own.length > 0 ? own : lines(settings.organization);
}

/** Blank date to be filled in by hand. */
export const dayByHand = '«____» ______________ 20___ г.';

/** Builds the approval; a copy of an electronically signed protocol has no blanks to fill in by hand. */
function approval(input: DocumentInput, settings: PrintSettings, isCopy: boolean): Block[] {
  const { position, name } = approverOf(input, settings);
  const words = ['УТВЕРЖДАЮ', ...position, isCopy ? name : `_______________ ${name}`.trim()].filter(Boolean);
  // The signer adds the date: no date known here is that of the signature.
  const last = isCopy ? words.pop() : dayByHand;
  return [
    ...words.map((line) => paragraph('approval', line, { keepNext: true })),
    paragraph('approvalDate', last ?? ''),
  ];
}

/** Returns the approver as printed above the signature: «Генеральный директор», «С. П. Иванов». */
export function approverOf(input: DocumentInput, { approver }: PrintSettings): { position: string[]; name: string } {
  const isNamed = tidy(approver?.name) !== '' || tidy(approver?.position) !== '';
  const person: DocumentPerson | undefined = isNamed ? approver : chairmanOf(input);
  return { position: lines(person?.position).map(capitalized), name: initialsFirst(person?.name) };
}

/** Whether «УТВЕРЖДАЮ» is printed above the protocol. */
export function isApproved(input: DocumentInput, settings: PrintSettings): boolean {
  return input.stage === 'final' && settings.approval !== false;
}
