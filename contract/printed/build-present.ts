import { quorum } from './build-attendance.ts';
import { annexList, signedBySecretary } from './build-closing.ts';
import { draftMark } from './build-heading.ts';
import { everybodyPresent, presidingOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { protocolMark } from './document-names.ts';

/**
 * The list of those present as a document of its own, the chairman and the secretary among them. It is no annex of the
 * protocol: the annex of many people is part of the full form, and names neither them nor those invited.
 */
export function buildPresent(input: DocumentInput, settings: PrintSettings): Block[] {
  return [
    ...draftMark(input),
    paragraph('annexTitle', 'СПИСОК ПРИСУТСТВОВАВШИХ', { keepNext: true }),
    paragraph('subtitle', `к протоколу ${protocolMark(input, settings.timeZone)}`.trim(), { keepNext: true }),
    ...annexList(everybodyPresent(input, settings.timeZone)),
    ...quorum(input, presidingOf(input)),
    ...signedBySecretary(input),
  ];
}
