import { type AttendanceState, stateOf } from '#contract/bodies/attendance.ts';
import { compareNames, surnameFirst } from '#contract/text/person-name.ts';
import { peopleCount, tidy } from '#contract/text/russian-text.ts';
import { attendanceNote, quorumParagraph, wasAbsent } from './build-attendance.ts';
import type { DocumentInput, DocumentMember, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, type Paragraph, paragraph, type Run } from './document-model.ts';
import { isSame, oncePerPerson } from './same-person.ts';

/** Returns the chairman named by the protocol itself, or else by its members. */
export function chairmanOf(input: DocumentInput): DocumentMember | undefined {
  return asMember(input.chairman, input) ?? named(input.members.find((member) => member.kind === 'chairman'));
}

/** Returns who presided: the chairman, unless the roll call says that they were absent or represented by proxy. */
export function presidingOf(input: DocumentInput): DocumentMember | undefined {
  const chairman = chairmanOf(input);
  return chairman && !isMarked(chairman, input, ['absent', 'proxy']) ? chairman : undefined;
}

/** Returns the person who keeps the minutes. */
export function secretaryOf(input: DocumentInput): DocumentMember | undefined {
  return named(input.members.find((member) => member.kind === 'secretary')) ?? asMember(input.secretary, input);
}

/** Whether an unknown person presided in place of the chairman: a blank is left for the name. */
export function isPresidingOpen(input: DocumentInput): boolean {
  return chairmanOf(input) !== undefined && presidingOf(input) === undefined;
}

/** Returns who presided, to follow the label: «Иванов С. П., директор (дистанционно)». */
export function presidingWords(input: DocumentInput, timeZone: string): string {
  const presiding = presidingOf(input);
  if (isPresidingOpen(input)) return nameByHand;
  return presiding ? `${nameAndPosition(presiding)}${attendanceNote(presiding, input, timeZone)}` : '';
}

const nameByHand = '____________________';

/** Returns who keeps the minutes, possibly without having been present: «Петрова А. А. (с 10:20)». */
export function secretaryWords(input: DocumentInput, timeZone: string): string {
  const secretary = secretaryOf(input);
  if (!secretary) return '';
  const note = wasAbsent(secretary) ? '' : attendanceNote(secretary, input, timeZone);
  return `${surnameFirst(secretary.name)}${note}`;
}

/** A person in a list of the protocol; `line` is the whole line «Иванов С. П. – директор (с 10:20)», `note` its end. */
export type ListedPerson = { person: DocumentMember; line: string; note: string };

/** Returns who took part, each list in alphabetical order, without the officers who are printed separately. */
export function attendance(
  input: DocumentInput,
  settings: PrintSettings,
): Record<'present' | 'invited' | 'absent', ListedPerson[]> {
  const officers = [presidingOf(input), secretaryOf(input)];
  const [presiding] = officers;
  const apart = settings.chairmanListed ? officers.slice(1) : officers;
  const members: readonly DocumentMember[] =
    settings.chairmanListed && presiding && !input.members.some((member) => isSame(presiding, member))
      ? [...input.members, presiding]
      : input.members;
  const isOfficer = (member: DocumentMember) => apart.some((officer) => officer && isSame(officer, member));
  const printedKind = (member: DocumentMember) => (wasAbsent(member) ? 'absent' : (member.kind ?? 'present'));
  const group = (kinds: unknown[]) =>
    members
      .filter((member) => named(member) && kinds.includes(printedKind(member)))
      .filter((member) => wasAbsent(member) || !isOfficer(member))
      .sort(compareNames)
      .map((person) => {
        const note = attendanceNote(person, input, settings.timeZone);
        const organization = person.kind === 'invited' && !wasAbsent(person) ? person.organization : '';
        return { person, line: `${described(person, organization)}${note}`, note };
      });
  return {
    present: group(['present', 'chairman', 'secretary']),
    invited: group(['invited']),
    absent: group(['absent']),
  };
}

/** Builds who took part, in alphabetical order. `annex` is the list of those present if it exceeds the limit. */
export function present(
  input: DocumentInput,
  settings: PrintSettings,
  without?: 'without annex',
): { blocks: Block[]; annex: string[] } {
  const { timeZone } = settings;
  const groups = attendance(input, settings);
  const linesOfPeople = (people: ListedPerson[]) => people.map(({ line }) => line);
  const attendees = linesOfPeople(groups.present);
  const annex = attendees.length > settings.presentLimit ? attendees : [];
  const shown =
    annex.length > 0 ? [`${peopleCount(annex.length)}${without ? '' : ' (список прилагается)'}`] : attendees;
  return {
    blocks: [
      ...officer('Председательствующий', presidingWords(input, timeZone)),
      ...officer('Секретарь', secretaryWords(input, timeZone)),
      ...listed('Присутствовали', shown),
      ...listed('Приглашённые', linesOfPeople(groups.invited)),
      ...listed('Отсутствовали', linesOfPeople(groups.absent)),
      ...quorumParagraph(input, presidingOf(input)),
    ],
    annex,
  };
}

/** Returns everybody who was present, in alphabetical order, officers with their role: for a separate list. */
export function everybodyPresent(input: DocumentInput, timeZone: string): string[] {
  const officers = [
    { person: presidingOf(input), role: 'председательствующий' },
    { person: secretaryOf(input), role: 'секретарь' },
  ].flatMap(({ person, role }) => (person && !isMarked(person, input, ['absent']) ? [{ person, role }] : []));
  const others = input.members
    .filter((member) => named(member) && !wasAbsent(member))
    .filter((member) => !officers.some(({ person }) => isSame(person, member)))
    .map((person) => ({ person, role: person.kind === 'invited' ? 'приглашённый' : '' }));
  return [...officers, ...others]
    .sort((a, b) => compareNames(a.person, b.person))
    .map(({ person, role }) => {
      const organization = role === 'приглашённый' ? person.organization : '';
      const line = described(person, organization);
      const note = attendanceNote(person, input, timeZone);
      // The position «Секретарь совещаний» already names the role.
      if (role === '' || tidy(person.position).toLowerCase().split(' ').includes(role)) return `${line}${note}`;
      return `${line}${line.includes('\u00a0– ') ? ', ' : '\u00a0– '}${role}${note}`;
    });
}

/**
 * Returns members, present or not, the chairman, the secretary and these others, each once, in alphabetical order:
 * «Иванов С. П., директор»; invited people with their organization: «Смирнов П., аудитор, АО «Аудит»».
 */
export function listedPeople(input: DocumentInput, others: readonly DocumentPerson[] = []): string[] {
  const entries: (DocumentMember | undefined)[] = [...input.members, chairmanOf(input), secretaryOf(input), ...others];
  const all = entries.flatMap((each) => named(each) ?? []);
  return oncePerPerson(all)
    .sort(compareNames)
    .map((person) => {
      const organization = person.kind === 'invited' ? tidy(person.organization) : '';
      return [nameAndPosition(person), organization].filter(Boolean).join(', ');
    });
}

/** Returns «Иванов С. П., директор» from what is known, for «Докладчик: …». */
export function nameAndPosition(person: DocumentPerson): string {
  return [surnameFirst(person.name), tidy(person.position)].filter(Boolean).join(', ');
}

function described(person: DocumentPerson, organization?: string | null): string {
  const rest = [tidy(person.position), tidy(organization)].filter(Boolean).join(', ');
  return [surnameFirst(person.name), rest].filter(Boolean).join('\u00a0– ');
}

/** Returns the member entry, with position and mark, of a person named by the head of the protocol. */
function asMember(person: DocumentPerson | null | undefined, { members }: DocumentInput): DocumentMember | undefined {
  const known = named(person);
  return known && (named(members.find((member) => isSame(known, member))) ?? known);
}

function named<Person extends DocumentPerson>(person: Person | null | undefined): Person | undefined {
  return person && tidy(person.name) !== '' ? person : undefined;
}

function officer(label: string, person: string): Paragraph[] {
  return person ? [paragraph('person', [bold(label), { text: `\u00a0– ${person}` }])] : [];
}

/** One person follows the label on its line, several stand below it, one per line. */
function listed(label: string, people: string[]): Paragraph[] {
  if (people.length < 2) return people.map((person) => paragraph('person', [bold(`${label}: `), { text: person }]));
  return [
    paragraph('peopleLabel', [bold(`${label}:`)], { keepNext: true }),
    ...people.map((line) => paragraph('person', line)),
  ];
}

/** Whether the roll call marks a person with one of these states. */
function isMarked(person: DocumentPerson, { members }: DocumentInput, states: readonly AttendanceState[]): boolean {
  return members.some((member) => isSame(person, member) && states.some((state) => state === stateOf(member)));
}

const bold = (text: string): Run => ({ text, bold: true });
