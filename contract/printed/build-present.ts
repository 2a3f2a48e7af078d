import { peopleAnnexNumber } from './build-annexes.ts';
import { quorum } from './build-attendance.ts';
import { annexList, annexMark } from './build-closing.ts';
import { draftMark } from './build-heading.ts';
import { everybodyPresent, present, presidingOf, secretaryOf } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { initialsFirst } from './person-name.ts';

/** The list of those present as a document of its own, the chairman and the secretary among them. */
export function buildPresent(input: DocumentInput, settings: DocumentSettings): Block[] {
  const name = initialsFirst(secretaryOf(input)?.name);
  const isAnnex = present(input, settings).annex.length > 0;
  const number = isAnnex ? peopleAnnexNumber(input) : undefined;
  return [
    ...draftMark(input),
    paragraph('annexMark', annexMark(input, settings.timeZone, number)),
    paragraph('annexTitle', 'СПИСОК ПРИСУТСТВОВАВШИХ', { keepNext: true }),
    ...annexList(everybodyPresent(input, settings.timeZone)),
    ...quorum(input, presidingOf(input)),
    ...(name ? [{ kind: 'signatures' as const, rows: [{ role: 'Секретарь', name }] }] : []),
  ];
}
