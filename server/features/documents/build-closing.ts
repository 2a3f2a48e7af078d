import { chairmanOf, secretaryOf } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { documentNames } from './document-names.ts';
import { initialsFirst } from './person-name.ts';

/** What stands below the minutes: a note of the annex, the signatures, and on its own page the annex. */
export function closing(input: DocumentInput, annex: string[], { timeZone }: DocumentSettings): Block[] {
  const rows = [
    { role: 'Председательствующий', name: initialsFirst(chairmanOf(input)?.name) },
    { role: 'Секретарь', name: initialsFirst(secretaryOf(input)?.name) },
  ].filter((row) => row.name !== '');
  return [
    ...(annex.length > 0 ? [paragraph('annexNote', 'Приложение: список присутствовавших.')] : []),
    ...(rows.length > 0 ? [{ kind: 'signatures' as const, rows }] : []),
    ...annexPage(input, annex, timeZone),
  ];
}

function annexPage(input: DocumentInput, annex: string[], timeZone: string): Block[] {
  if (annex.length === 0) return [];
  const { title } = documentNames(input, timeZone);
  return [
    paragraph('annexMark', `Приложение к протоколу${title.slice('Протокол'.length).replace('№ ', '№\u00a0')}`, {
      pageBreakBefore: true,
      outline: 'Приложение. Список присутствовавших',
    }),
    paragraph('annexTitle', 'СПИСОК ПРИСУТСТВОВАВШИХ', { keepNext: true }),
    ...annex.map((line, index) =>
      paragraph('agenda', line, { number: { list: 'annex', level: 0, label: `${index + 1}.` } }),
    ),
  ];
}
