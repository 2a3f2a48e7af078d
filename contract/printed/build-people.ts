import { attendanceNote, quorum, wasAbsent } from './build-attendance.ts';
import type { DocumentInput, DocumentMember, DocumentPerson, DocumentSettings } from './document-input.ts';
import { type Block, type Paragraph, paragraph, type Run } from './document-model.ts';
import { compareNames, surnameFirst } from './person-name.ts';
import { peopleCount, tidy } from './russian-text.ts';

/** Returns the chairman, named by the protocol itself or else among its members. */
export function chairmanOf(input: DocumentInput): DocumentPerson | undefined {
  return named(input.chairman) ?? named(input.members.find((member) => member.kind === 'chairman'));
}

/** Who presided: the chairman, unless the roll call says that they were not there. */
export function presidingOf(input: DocumentInput): DocumentPerson | undefined {
  const chairman = chairmanOf(input);
  return chairman && !isAway(chairman, input) ? chairman : undefined;
}

/** The person who keeps the minutes. */
export function secretaryOf(input: DocumentInput): DocumentPerson | undefined {
  return named(input.members.find((member) => member.kind === 'secretary')) ?? named(input.secretary);
}

/** Who took part, in alphabetical order. `annex`: the list of those present where it is too long for the page. */
export function present(
  input: DocumentInput,
  settings: DocumentSettings,
  without?: 'without annex',
): { blocks: Block[]; annex: string[] } {
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
      .sort(compareNames);
  const note = (member: DocumentMember) => attendanceNote(member, input, settings.timeZone);
  const attendees = group(['present', 'chairman', 'secretary']).map((person) => `${described(person)}${note(person)}`);
  const annex = attendees.length > settings.presentLimit ? attendees : [];
  const shown =
    annex.length > 0 ? [`${peopleCount(annex.length)}${without ? '' : ' (список прилагается)'}`] : attendees;
  const withOrganization = (person: DocumentMember) => `${described(person, person.organization)}${note(person)}`;
  return {
    blocks: [
      ...officer('Председательствующий', officers[0] && nameAndPosition(officers[0])),
      ...officer('Секретарь', surnameFirst(officers[1]?.name)),
      ...listed('Присутствовали', shown),
      ...listed('Приглашённые', group(['invited']).map(withOrganization)),
      ...listed(
        'Отсутствовали',
        group(['absent']).map((person) => `${described(person)}${note(person)}`),
      ),
      ...quorum(input),
    ],
    annex,
  };
}

/** Everybody who was there, in alphabetical order, the officers with what they were: for a list of its own. */
export function everybodyPresent(input: DocumentInput, timeZone: string): string[] {
  const officers = [
    { person: presidingOf(input), role: 'председательствующий' },
    { person: secretaryOf(input), role: 'секретарь' },
  ].flatMap(({ person, role }) => (person && !isAway(person, input) ? [{ person, role }] : []));
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
      // «Секретарь совещаний» says it already.
      if (role === '' || tidy(person.position).toLowerCase().split(' ').includes(role)) return `${line}${note}`;
      return `${line}${line.includes('\u00a0– ') ? ', ' : '\u00a0– '}${role}${note}`;
    });
}

/**
 * Members, whether they came or not, who presides, who keeps the minutes, and these others, once each in alphabetical
 * order: «Иванов С. П., директор».
 */
export function listedPeople(input: DocumentInput, others: readonly DocumentPerson[] = []): string[] {
  const all = [...input.members, chairmanOf(input), secretaryOf(input), ...others].flatMap((each) => named(each) ?? []);
  const once = all.filter((person, index) => !all.slice(0, index).some((each) => isSame(each, person)));
  return once.sort(compareNames).map(nameAndPosition);
}

/** «Иванов С. П., директор» with what is known; for «Докладчик: …». */
export function nameAndPosition(person: DocumentPerson): string {
  return [surnameFirst(person.name), tidy(person.position)].filter(Boolean).join(', ');
}

function described(person: DocumentPerson, organization?: string | null): string {
  const rest = [tidy(person.position), tidy(organization)].filter(Boolean).join(', ');
  return [surnameFirst(person.name), rest].filter(Boolean).join('\u00a0– ');
}

function named(person: DocumentPerson | null | undefined): DocumentPerson | undefined {
  return person && tidy(person.name) !== '' ? person : undefined;
}

function officer(label: string, person: string | undefined): Paragraph[] {
  return person ? [paragraph('person', [bold(label), { text: `\u00a0– ${person}` }])] : [];
}

/** One person stands beside the label, several below it, one a line. */
function listed(label: string, people: string[]): Paragraph[] {
  if (people.length < 2) return people.map((person) => paragraph('person', [bold(`${label}: `), { text: person }]));
  return [
    paragraph('peopleLabel', [bold(`${label}:`)], { keepNext: true }),
    ...people.map((line) => paragraph('person', line)),
  ];
}

function isAway(person: DocumentPerson, { members }: DocumentInput): boolean {
  return members.some((member) => isSame(person, member) && wasAbsent(member));
}

function isSame(a: DocumentPerson, b: DocumentPerson): boolean {
  return a.id && b.id ? a.id === b.id : tidy(a.name) === tidy(b.name);
}

const bold = (text: string): Run => ({ text, bold: true });
