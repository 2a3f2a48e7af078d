import { capitalized } from '#contract/capitalized.ts';
import type { SignatureMark } from '#contract/document.ts';
import { annexNoteOf } from './build-annexes.ts';
import { dayByHand, draftMark, identity, organizationLines } from './build-heading.ts';
import { agenda, minutesOf, tasksByItem } from './build-minutes.ts';
import { present, secretaryOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { initialsFirst } from './person-name.ts';
import { isoDate } from './russian-date.ts';
import { tidy } from './russian-text.ts';

/** Выписка: the header and who took part, one item under its own number, and who certifies that it is so. */
export function buildExtract(input: DocumentInput, position: number, settings: PrintSettings): Block[] {
  const { head, items, end } = extractParts(input, [position], settings);
  return items.length > 0 ? [...head, ...items.flat(), ...end] : [];
}

/** What extracts of the items at these positions have in common, and what is of each alone. */
export function extractParts(input: DocumentInput, positions: readonly number[], settings: PrintSettings) {
  const tasks = tasksByItem(input);
  const itemAt = (position: number): Block[][] => {
    const item = input.agenda[position - 1];
    if (!item) return [];
    const text = minutesOf(item, position, tasks.get(item.id), input, settings);
    return [[...agenda([item], position), ...text, ...annexNoteOf(item, input.attachments)]];
  };
  return {
    head: [
      ...draftMark(input),
      ...identity(input, settings, 'ВЫПИСКА ИЗ ПРОТОКОЛА'),
      // The list of those present is no annex of an extract: of many people only the number is printed.
      ...present(input, settings, 'without annex').blocks,
    ],
    items: positions.flatMap(itemAt),
    // Of what is not signed off there is no original.
    end: input.stage === 'final' ? certified(input, settings) : [],
  };
}

/** «подписан электронной подписью: Иванов Сергей Петрович (сертификат 00B8)». */
function signedWords(signatures: readonly SignatureMark[]): string {
  const signed = signatures.map(({ owner, certificate }) => `${tidy(owner)} (сертификат ${tidy(certificate)})`);
  return `подписан электронной подписью: ${signed.join('; ')}`;
}

/** «Верно», position, signature, day, and where the original is: by the secretary, who keeps it. Of an electronic one, who signed it. */
function certified(input: DocumentInput, settings: PrintSettings): Block[] {
  const [organization = '____________________'] = organizationLines(input, settings);
  const year = isoDate(input.heldAt, settings.timeZone).slice(0, 4) || '20___';
  const secretary = secretaryOf(input);
  const role = capitalized(tidy(secretary?.position)) || 'Секретарь';
  return [
    paragraph('certified', 'Верно', { keepNext: true }),
    { kind: 'signatures', rows: [{ role, name: initialsFirst(secretary?.name) }] },
    paragraph('certified', dayByHand, { keepNext: true }),
    paragraph(
      'person',
      input.signatures?.length
        ? `Подлинник – электронный документ, ${signedWords(input.signatures)}. Место нахождения подлинника: ${organization}.`
        : `Место нахождения подлинника: ${organization}, дело № ________ за ${year} год.`,
    ),
  ];
}
