import { quorumParagraph } from './build-attendance.ts';
import { annexList, signedBySecretary } from './build-closing.ts';
import { draftMark } from './build-heading.ts';
import { everybodyPresent, presidingOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { protocolMark } from './document-names.ts';

/**
 * Builds the list of those present as a separate document that includes the chairman, the secretary and invited people.
 * It is not the annex of the protocol: the annex for many people is part of the full form and leaves these out.
 */
export function buildPresent(input: DocumentInput, settings: PrintSettings): Block[] {
  return [
    ...draftMark(input),
    paragraph('title', 'СПИСОК ПРИСУТСТВОВАВШИХ', { keepNext: true }),
    paragraph('annexTitle', `к протоколу ${protocolMark(input, settings.timeZone)}`.trim(), { keepNext: true }),
    ...annexList(everybodyPresent(input, settings.timeZone)),
    ...quorumParagraph(input, presidingOf(input)),
    ...signedBySecretary(input),
  ];
}
