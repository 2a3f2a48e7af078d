import { annexNote, peopleAnnexNumber } from './build-annexes.ts';
import { presidingOf, secretaryOf } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { documentNames } from './document-names.ts';
import { initialsFirst } from './person-name.ts';

/** What stands below the minutes: the annexes by name, the signatures, and on its own page the list of those present. */
export function closing(input: DocumentInput, annex: string[], settings: DocumentSettings): Block[] {
  return [
    ...annexNote(input, annex.length > 0),
    ...signatures(input, settings),
    ...annexPage(input, annex, settings.timeZone),
  ];
}

/** «Приложение к протоколу № 12 от 20.11.2026», «Приложение 1 к протоколу…» where there are several. */
export function annexMark(input: DocumentInput, timeZone: string, annexNumber?: number): string {
  const { title } = documentNames(input, timeZone);
  const number = annexNumber === undefined ? '' : `\u00a0${annexNumber}`;
  return `Приложение${number} к протоколу${title.slice('Протокол'.length).replace('№ ', '№\u00a0')}`;
}

/** The rows that people sign: those of the settings who are known. */
function signatures(input: DocumentInput, { signedBy = ['chairman', 'secretary'] }: DocumentSettings): Block[] {
  const rows = [
    { by: 'chairman' as const, role: 'Председательствующий', name: initialsFirst(presidingOf(input)?.name) },
    { by: 'secretary' as const, role: 'Секретарь', name: initialsFirst(secretaryOf(input)?.name) },
  ].filter(({ by, name }) => name !== '' && signedBy.includes(by));
  return rows.length > 0 ? [{ kind: 'signatures', rows: rows.map(({ role, name }) => ({ role, name })) }] : [];
}

function annexPage(input: DocumentInput, annex: string[], timeZone: string): Block[] {
  if (annex.length === 0) return [];
  const number = peopleAnnexNumber(input);
  return [
    paragraph('annexMark', annexMark(input, timeZone, number), {
      pageBreakBefore: true,
      outline: `Приложение${number ? ` ${number}` : ''}. Список присутствовавших`,
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
