import type { SignatureMark } from '#contract/documents/document.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { initialsFirst } from '#contract/text/person-name.ts';
import { tidy } from '#contract/text/russian-text.ts';
import { annexNoteOf } from './build-annexes.ts';
import { dayByHand, draftMark, identity, organizationLines } from './build-heading.ts';
import { agenda, minutesOf, tasksByItem } from './build-minutes.ts';
import { present, secretaryOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { isoDate } from './russian-date.ts';

/** Builds «Выписка»: the header and the people, one item under its own number, and the certification. */
export function buildExtract(input: DocumentInput, position: number, settings: PrintSettings): Block[] {
  const { head, items, end } = extractParts(input, [position], settings);
  return items.length > 0 ? [...head, ...items.flat(), ...end] : [];
}

/** Builds the common parts of extracts of the items at these positions, and the part of each item. */
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
      // An extract has no list of those present as an annex: above the limit only their number is printed.
      ...present(input, settings, 'without annex').blocks,
    ],
    items: positions.flatMap(itemAt),
    // A protocol that is not signed off has no original.
    end: input.stage === 'final' ? certified(input, settings) : [],
  };
}

/** «подписан электронной подписью: Иванов Сергей Петрович (сертификат 00B8)». */
function signedWords(signatures: readonly SignatureMark[]): string {
  const signed = signatures.map(({ owner, certificate }) => `${tidy(owner)} (сертификат ${tidy(certificate)})`);
  return `подписан электронной подписью: ${signed.join('; ')}`;
}

/**
 * Builds «Верно» with position, signature and day of the secretary, who keeps the original, and where the original is;
 * for an electronic original also who signed it.
 */
function certified(input: DocumentInput, settings: PrintSettings): Block[] {
  const [organization = '____________________'] = organizationLines(input, settings);
  const year = isoDate(input.heldAt, settings.timeZone).slice(0, 4) || '20___';
  const secretary = secretaryOf(input);
  const role = capitalized(tidy(secretary?.position)) || 'Секретарь';
  return [
    paragraph('certified', 'Верно', { keepNext: true }),
    { kind: 'signatures', rows: [{ role, name: initialsFirst(secretary?.name) }], keepNext: true },
    paragraph('certified', dayByHand, { keepNext: true }),
    paragraph(
      'person',
      input.signatures?.length
        ? `Подлинник – электронный документ, ${signedWords(input.signatures)}. Место нахождения подлинника: ${organization}.`
        : `Место нахождения подлинника: ${organization}, дело № ________ за ${year} год.`,
    ),
  ];
}
