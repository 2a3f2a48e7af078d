import { signedBySecretary } from './build-closing.ts';
import { identity } from './build-heading.ts';
import { listedPeople } from './build-people.ts';
import type { DocumentInput, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, paragraph, type Run, type TextTable } from './document-model.ts';
import { protocolMark } from './document-names.ts';
import { tidy } from './russian-text.ts';

/** The rows of a sheet whose members are not known: they are written in. */
const rowsByHand = 10;

/** Явочный лист: everybody who is expected, with a place to sign at the door. */
export function buildAttendanceSheet(input: DocumentInput, settings: PrintSettings): Block[] {
  return [
    ...identity(input, settings, 'ЯВОЧНЫЙ ЛИСТ'),
    signatureTable(rowsOf(input), [0.08, 0.62, 0.3], ['Подпись']),
    ...signedBySecretary(input),
  ];
}

/** Лист ознакомления: the same, and those who were told to do something, sign and date that they have read the protocol. */
export function buildReadingSheet(input: DocumentInput, settings: PrintSettings): Block[] {
  const told = input.tasks.flatMap(({ assignee }) => assignee ?? []);
  return [
    ...identity(
      { ...input, title: '', kind: '', body: null, heldAt: null, endedAt: null, place: '', number: null },
      settings,
      'ЛИСТ ОЗНАКОМЛЕНИЯ',
    ),
    paragraph('subtitle', `с протоколом ${protocolMark(input, settings.timeZone)}`.trim()),
    signatureTable(rowsOf(input, told), [0.08, 0.5, 0.18, 0.24], ['Дата', 'Подпись']),
    ...signedBySecretary(input),
  ];
}

/** A row for each member, officer and other; where no members are known, more of them to be filled in. */
function rowsOf(input: DocumentInput, others: readonly DocumentPerson[] = []): string[] {
  const people = listedPeople(input, others);
  const length = input.members.some(({ name }) => tidy(name)) ? 0 : rowsByHand - people.length;
  return [...people, ...Array.from({ length: Math.max(length, 0) }, () => '')];
}

function signatureTable(people: string[], shares: number[], columns: string[]): TextTable {
  const blank = columns.map((): Run[] => []);
  const head = ['№', 'Фамилия, инициалы, должность', ...columns].map((text): Run[] => [{ text, bold: true }]);
  return {
    kind: 'table',
    isSigned: true,
    shares,
    rows: [head, ...people.map((text, index): Run[][] => [[{ text: String(index + 1) }], [{ text }], ...blank])],
  };
}
