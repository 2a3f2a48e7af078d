import { chairmanOf } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { numberMark } from './document-names.ts';
import { titleLines } from './meeting-kind.ts';
import { initialsFirst } from './person-name.ts';
import { longDate, meetingDate } from './russian-date.ts';
import { lines, tidy } from './russian-text.ts';

/** Everything above the people: the mark of a draft or the approval, who held it, what it is, when, where and its number. */
export function heading(input: DocumentInput, { timeZone }: DocumentSettings): Block[] {
  const row = {
    date: meetingDate(input.heldAt, input.endedAt, timeZone),
    place: tidy(input.place),
    number: numberMark(input.number),
  };
  return [
    ...(input.stage === 'final' ? approval(input, timeZone) : [paragraph('mark', 'Проект')]),
    ...lines(input.organization).map((line) => paragraph('organization', line)),
    paragraph('title', 'ПРОТОКОЛ', { keepNext: true }),
    ...titleLines(input.kind, input.title).map((line) => paragraph('subtitle', line)),
    ...(row.date || row.place || row.number ? [{ kind: 'requisites' as const, ...row }] : []),
  ];
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** «УТВЕРЖДАЮ»: the day is left to be written by hand where it is not known. */
function approval(input: DocumentInput, timeZone: string): Block[] {
  const chairman = chairmanOf(input);
  const name = initialsFirst(chairman?.name);
  const day = longDate(input.approvedAt, timeZone) || '«____» ______________ 20___ г.';
  return [
    ...['УТВЕРЖДАЮ', ...lines(chairman?.position).map(capitalized), `_______________ ${name}`.trim()].map((line) =>
      paragraph('approval', line, { keepNext: true }),
    ),
    paragraph('approvalDate', day),
  ];
}
