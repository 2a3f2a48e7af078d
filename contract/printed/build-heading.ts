import { capitalized } from '#contract/capitalized.ts';
import { chairmanOf } from './build-people.ts';
import type { DocumentInput, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { numberMark } from './document-names.ts';
import { titleLines } from './meeting-kind.ts';
import { initialsFirst } from './person-name.ts';
import { meetingDate } from './russian-date.ts';
import { lines, tidy } from './russian-text.ts';

/** Everything above the people: the mark of a draft or the approval, who held it, what it is, when, where and its number. */
export function heading(input: DocumentInput, settings: PrintSettings, isCopy = false): Block[] {
  return [
    ...draftMark(input),
    ...(isApproved(input, settings) ? approval(input, settings, isCopy) : []),
    ...identity(input, settings, 'ПРОТОКОЛ'),
  ];
}

/** «Проект» above what is not signed off yet. */
export function draftMark(input: DocumentInput): Block[] {
  return input.stage === 'final' ? [] : [paragraph('mark', 'Проект')];
}

/** Who held it, what it is, when, where and its number. */
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

/** The organization of the protocol, else that of the settings. */
export function organizationLines(input: DocumentInput, settings: PrintSettings): string[] {
  const own = lines(input.organization);
  return own.length > 0 ? own : lines(settings.organization);
}

/** A day that is left to be written by hand. */
export const dayByHand = '«____» ______________ 20___ г.';

/** A copy of what was signed electronically has no place for a hand. */
function approval(input: DocumentInput, settings: PrintSettings, isCopy: boolean): Block[] {
  const { position, name } = approverOf(input, settings);
  const words = ['УТВЕРЖДАЮ', ...position, isCopy ? name : `_______________ ${name}`.trim()].filter(Boolean);
  // Whoever signs dates it: no day of ours would be that of the signature.
  const last = isCopy ? words.pop() : dayByHand;
  return [
    ...words.map((line) => paragraph('approval', line, { keepNext: true })),
    paragraph('approvalDate', last ?? ''),
  ];
}

/** Who approves, as it is printed above the signature: «Генеральный директор», «С. П. Иванов». */
export function approverOf(input: DocumentInput, { approver }: PrintSettings): { position: string[]; name: string } {
  const isNamed = tidy(approver?.name) !== '' || tidy(approver?.position) !== '';
  const person: DocumentPerson | undefined = isNamed ? approver : chairmanOf(input);
  return { position: lines(person?.position).map(capitalized), name: initialsFirst(person?.name) };
}

/** Whether «УТВЕРЖДАЮ» stands above the protocol. */
export function isApproved(input: DocumentInput, settings: PrintSettings): boolean {
  return input.stage === 'final' && settings.approval !== false;
}
