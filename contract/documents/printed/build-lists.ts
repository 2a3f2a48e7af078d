import { surnameFirst } from '#contract/text/person-name.ts';
import { tidy } from '#contract/text/russian-text.ts';
import { isShortName } from '#contract/text/short-name.ts';
import { signedBySecretary } from './build-closing.ts';
import { identity } from './build-heading.ts';
import { chairmanOf, listedPeople, secretaryOf } from './build-people.ts';
import type { DocumentInput, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, paragraph, type Run, type TextTable } from './document-model.ts';
import { protocolMark } from './document-names.ts';
import { titleLines } from './meeting-kind.ts';
import { isSame } from './same-person.ts';

/** Minimum number of rows of a sheet whose members are not known: the names are written in by hand. */
const rowsByHand = 10;

/** Builds «Явочный лист»: everybody who is expected, with a place to sign on arrival. */
export function buildAttendanceSheet(input: DocumentInput, settings: PrintSettings): Block[] {
  return [
    ...identity(input, settings, 'ЯВОЧНЫЙ ЛИСТ'),
    signatureTable(rowsOf(input), [0.08, 0.62, 0.3], ['Подпись']),
    ...signedBySecretary(input),
  ];
}

/**
 * Builds «Лист согласования»: everybody who must agree to the text before it is signed, with a place for remarks:
 * members, assignees, the chairman and, where protocols are approved, the approver of the settings; not the secretary, who wrote it and signs
 * below.
 */
export function buildAgreementSheet(input: DocumentInput, settings: PrintSettings): Block[] {
  const secretary = secretaryOf(input);
  const isOther = (person: DocumentPerson) => !secretary || !isSame(secretary, person);
  const members = input.members.filter(isOther);
  const isListed = [...input.members, ...toldPeople(input), chairmanOf(input), secretary].some(
    (person) => person && isNamedAs(person.name, settings.approver?.name),
  );
  const approver = settings.approval === false || isListed ? undefined : settings.approver;
  const others = [...toldPeople(input), approver].filter((person) => person !== undefined).filter(isOther);
  return [
    ...aboutProtocol(
      input,
      settings,
      'ЛИСТ СОГЛАСОВАНИЯ',
      input.stage === 'final' ? 'к протоколу' : 'к проекту протокола',
    ),
    signatureTable(
      rowsOf({ ...input, members, secretary: null }, others),
      [0.07, 0.38, 0.25, 0.12, 0.18],
      ['Замечания', 'Дата', 'Подпись'],
    ),
    ...signedBySecretary(input),
  ];
}

/** The settings know no accounts, and may write a name in full or with initials. */
function isNamedAs(name: DocumentPerson['name'], other: DocumentPerson['name']): boolean {
  const [one, two] = [tidy(name), tidy(other)];
  const isShort = isShortName(one) || isShortName(two);
  return one === two || (isShort && surnameFirst(one) === surnameFirst(two));
}

/** Builds «Лист ознакомления»: members, officers and assignees sign and date that they have read the protocol. */
export function buildReadingSheet(input: DocumentInput, settings: PrintSettings): Block[] {
  return [
    ...aboutProtocol(input, settings, 'ЛИСТ ОЗНАКОМЛЕНИЯ', 'с протоколом'),
    signatureTable(rowsOf(input, toldPeople(input)), [0.08, 0.5, 0.18, 0.24], ['Дата', 'Подпись']),
    ...signedBySecretary(input),
  ];
}

/**
 * Builds the head of a sheet that accompanies a protocol: the organization, «к протоколу № 12 от 20.11.2026», and below
 * it of which meeting: «заседания бюджетной комиссии».
 */
function aboutProtocol(input: DocumentInput, settings: PrintSettings, title: string, link: string): Block[] {
  const bare = { ...input, title: '', kind: '', body: null, heldAt: null, endedAt: null, place: '', number: null };
  return [
    ...identity(bare, settings, title),
    paragraph('subtitle', `${link} ${protocolMark(input, settings.timeZone)}`.trim()),
    ...titleLines(input.kind, input.title, input.body?.name_genitive).map((line) => paragraph('subtitle', line)),
  ];
}

const toldPeople = ({ tasks }: DocumentInput) => tasks.flatMap(({ assignee }) => assignee ?? []);

/** Returns a row for each member, officer and other person; without known members it adds blank rows to fill in. */
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
