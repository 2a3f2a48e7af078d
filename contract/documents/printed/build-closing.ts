import type { SignatureMark } from '#contract/documents/document.ts';
import { initialsFirst } from '#contract/text/person-name.ts';
import { noBreak, tidy } from '#contract/text/russian-text.ts';
import { annexNote, peopleAnnexNumber } from './build-annexes.ts';
import { isPresidingOpen, presidingOf, secretaryOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph, type SignatureFrame } from './document-model.ts';
import { protocolMark } from './document-names.ts';

/** Builds the closing of a copy, with the marks of the electronic signatures after the signature rows. */
export function closingOfCopy(input: DocumentInput, annex: string[], settings: PrintSettings): Block[] {
  const frames = (input.signatures ?? []).map(frameOf);
  return closing(input, annex, settings).flatMap((block): Block[] => {
    if (block.kind !== 'signatures') return [block];
    const rows = block.rows.filter(({ name }) => name);
    return [{ ...block, rows, isMarked: true, ...(frames.length > 0 && { keepNext: true }) }, ...frames];
  });
}

function frameOf({ certificate, owner, valid_from, valid_to }: SignatureMark): SignatureFrame {
  return {
    kind: 'frame',
    title: ['ДОКУМЕНТ ПОДПИСАН', 'ЭЛЕКТРОННОЙ ПОДПИСЬЮ'],
    lines: [
      `Сертификат ${tidy(certificate)}`,
      `Владелец ${tidy(owner)}`,
      `Действителен с ${dayWords(valid_from)} по ${dayWords(valid_to)}`,
    ],
  };
}

/** Returns «04.12.2026» for a day of the contract, YYYY-MM-DD. */
const dayWords = (day: string) => day.split('-').reverse().join('.');

/**
 * Builds what follows the minutes: the names of the annexes, the signatures, and the list of those present on its own
 * page.
 */
export function closing(input: DocumentInput, annex: string[], settings: PrintSettings): Block[] {
  return [
    ...annexNote(input, annex.length > 0),
    ...signatures(input, settings),
    ...annexPage(input, annex, settings.timeZone),
  ];
}

/**
 * Builds the signature of the secretary alone, for a sheet that accompanies the protocol; empty without a secretary.
 */
export function signedBySecretary(input: DocumentInput): Block[] {
  const name = initialsFirst(secretaryOf(input)?.name);
  return name ? [{ kind: 'signatures', rows: [{ role: 'Секретарь', name }] }] : [];
}

/**
 * Builds the signature rows of those officers whom the settings name and who are known; the person presiding signs for
 * the chairman.
 */
function signatures(input: DocumentInput, { signedBy = ['chairman', 'secretary'] }: PrintSettings): Block[] {
  const rows = [
    { by: 'chairman' as const, role: 'Председательствующий', name: initialsFirst(presidingOf(input)?.name) },
    { by: 'secretary' as const, role: 'Секретарь', name: initialsFirst(secretaryOf(input)?.name) },
  ].filter(({ by, name }) => (name !== '' || (by === 'chairman' && isPresidingOpen(input))) && signedBy.includes(by));
  return rows.length > 0 ? [{ kind: 'signatures', rows: rows.map(({ role, name }) => ({ role, name })) }] : [];
}

function annexPage(input: DocumentInput, annex: string[], timeZone: string): Block[] {
  if (annex.length === 0) return [];
  const number = peopleAnnexNumber(input);
  const mark = ['Приложение', number].filter(Boolean).join(noBreak);
  return [
    paragraph('annexMark', `${mark} к протоколу ${protocolMark(input, timeZone)}`.trim(), {
      pageBreakBefore: true,
      outline: `${mark}. Список присутствовавших`.replace(noBreak, ' '),
    }),
    paragraph('annexTitle', 'СПИСОК ПРИСУТСТВОВАВШИХ', { keepNext: true }),
    ...annexList(annex),
  ];
}

/** Builds the numbered people of an annex. */
export function annexList(people: string[]): Block[] {
  return people.map((line, index) =>
    paragraph('agenda', line, { number: { list: 'annex', level: 0, label: `${index + 1}.` } }),
  );
}
