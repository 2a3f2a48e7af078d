import type { SignatureMark } from '#contract/document.ts';
import { annexNote, peopleAnnexNumber } from './build-annexes.ts';
import { isPresidingOpen, presidingOf, secretaryOf } from './build-people.ts';
import type { DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph, type SignatureFrame } from './document-model.ts';
import { protocolMark } from './document-names.ts';
import { initialsFirst } from './person-name.ts';
import { noBreak, tidy } from './russian-text.ts';

/** The same of a copy: in place of the signatures the marks of the electronic ones. */
export function closingOfCopy(input: DocumentInput, annex: string[], settings: PrintSettings): Block[] {
  return closing(input, annex, settings).flatMap((block): Block[] =>
    block.kind === 'signatures'
      ? [
          { ...block, rows: block.rows.filter(({ name }) => name), isMarked: true },
          ...(input.signatures ?? []).map(frameOf),
        ]
      : [block],
  );
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

/** «04.12.2026» of a day as the contract has it. */
const dayWords = (day: string) => day.split('-').reverse().join('.');

/** What stands below the minutes: the annexes by name, the signatures, and on its own page the list of those present. */
export function closing(input: DocumentInput, annex: string[], settings: PrintSettings): Block[] {
  return [
    ...annexNote(input, annex.length > 0),
    ...signatures(input, settings),
    ...annexPage(input, annex, settings.timeZone),
  ];
}

/** The signature of the secretary alone, below a paper that goes with the protocol; nothing where nobody is known. */
export function signedBySecretary(input: DocumentInput): Block[] {
  const name = initialsFirst(secretaryOf(input)?.name);
  return name ? [{ kind: 'signatures', rows: [{ role: 'Секретарь', name }] }] : [];
}

/** The rows that people sign: those of the settings who are known, and whoever presided in the place of the chairman. */
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

/** The people of an annex, a number for each. */
export function annexList(people: string[]): Block[] {
  return people.map((line, index) =>
    paragraph('agenda', line, { number: { list: 'annex', level: 0, label: `${index + 1}.` } }),
  );
}
