import { identity } from './build-heading.ts';
import { listedPeople, secretaryOf } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import { type Block, paragraph, type Run, type TextTable } from './document-model.ts';
import { documentNames } from './document-names.ts';
import { initialsFirst } from './person-name.ts';

/** Rows to be filled in by hand where nobody is known. */
const emptyRows = 10;

/** Явочный лист: everybody who is expected, with a place to sign at the door. */
export function buildAttendanceSheet(input: DocumentInput, settings: DocumentSettings): Block[] {
  return [
    ...identity(input, settings, 'ЯВОЧНЫЙ ЛИСТ'),
    signatureTable(listedPeople(input), [0.08, 0.62, 0.3], ['Подпись']),
    ...signedBySecretary(input),
  ];
}

/** Лист ознакомления: members and those who were told to do something sign, and date, that they have read the protocol. */
export function buildReadingSheet(input: DocumentInput, settings: DocumentSettings): Block[] {
  const told = input.tasks.flatMap(({ assignee }) => assignee ?? []);
  const { title } = documentNames(input, settings.timeZone);
  const about = `с протоколом${title.slice('Протокол'.length)}`.replace('№ ', '№\u00a0');
  return [
    ...identity(
      { ...input, title: '', kind: '', body: null, heldAt: null, endedAt: null, place: '', number: null },
      settings,
      'ЛИСТ ОЗНАКОМЛЕНИЯ',
    ),
    paragraph('subtitle', about),
    signatureTable(listedPeople(input, told), [0.08, 0.5, 0.18, 0.24], ['Дата', 'Подпись']),
    ...signedBySecretary(input),
  ];
}

function signatureTable(people: string[], shares: number[], columns: string[]): TextTable {
  const blank = columns.map((): Run[] => []);
  const head = ['№', 'Фамилия, инициалы, должность', ...columns].map((text): Run[] => [{ text, bold: true }]);
  const rows = people.length > 0 ? people : Array.from({ length: emptyRows }, () => '');
  return {
    kind: 'table',
    isSigned: true,
    shares,
    rows: [head, ...rows.map((text, index): Run[][] => [[{ text: String(index + 1) }], [{ text }], ...blank])],
  };
}

function signedBySecretary(input: DocumentInput): Block[] {
  const name = initialsFirst(secretaryOf(input)?.name);
  return name ? [{ kind: 'signatures', rows: [{ role: 'Секретарь', name }] }] : [];
}
