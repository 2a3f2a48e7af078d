import type { User } from '#contract/identity/user.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';

// Finds speakers and times in the title of a pasted question. The patterns look only at the end of a text and have no
// nested repetitions, so each runs in linear time.

const tailLength = 400;

const surname = '[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?';
const initials = '[А-ЯЁ]\\.\\s?(?:[А-ЯЁ]\\.)?';
const fullName = `${surname}\\s[А-ЯЁ][а-яё]+\\s[А-ЯЁ][а-яё]+(?:вич|вна|ична|оглы|кызы)`;
const shortNames = `${surname}\\s${initials}|${initials}\\s?${surname}`;
const oneName = new RegExp(`${fullName}|${shortNames}`);
const startsWithName = new RegExp(`^(?:${fullName}|${shortNames})`);

const label = /(?:^|[\s,;.(–—-])((?:со)?докладчики?|докладывает|докл\.)(?![а-яё])\s*[:–—-]?\s*/i;
const inBrackets = /\s?\(([^()]{3,300})\)\s*\.?$/;
const wholeName = `(?:${fullName}|${shortNames})(?:,\\s[^,]{2,80})?`;
const afterDash = new RegExp(`\\s[–—-]\\s(${wholeName})$`);
const nameAlone = new RegExp(`^${wholeName}\\.?$`);

/**
 * Takes the speaker from the end of a title: «, докладчик Фамилия И. О.», «(Иванов И. И.)», «— Иванов И. И., директор».
 */
export function takeSpeaker(words: string): { title: string; speaker: string } {
  const tail = words.slice(-tailLength);
  const before = words.slice(0, words.length - tail.length);
  const cut = (at: number, speaker: string) => ({
    title: (before + tail.slice(0, at)).replace(/[\s,;(–—-]{1,20}$/, ''),
    speaker: speaker.trim(),
  });
  const named = label.exec(tail);
  if (named) {
    const rest = tail.slice(named.index + named[0].length).trim();
    const isInBrackets = rest.endsWith(')') && !rest.includes('(');
    const who = isInBrackets ? rest.slice(0, -1).trim() : rest;
    const isName = oneName.test(who) || (/^[А-ЯЁA-Z]/.test(who) && who.length <= 120);
    if (who !== '' && who.length <= 300 && isName) return cut(named.index, who);
  }
  const inside = inBrackets.exec(tail);
  if (inside?.[1] && startsWithName.test(inside[1].trim())) return cut(inside.index, inside[1]);
  const dashed = afterDash.exec(tail);
  return dashed?.[1] ? cut(dashed.index, dashed[1]) : { title: words, speaker: '' };
}

/** Whether a line is only a person's name, also with a position. */
export function isName(line: string): boolean {
  return nameAlone.test(line);
}

/** Whether a cell of a table begins with a person's name. */
export function speakerCell(cell: string): boolean {
  return cell.length <= 300 && startsWithName.test(cell);
}

const clock = '\\d{1,2}[:.]\\d{2}';
const period = `${clock}\\s?[-–—]\\s?${clock}|\\d{1,3}\\s?(?:минут[аы]?|мин\\.?|час(?:а|ов)?)(?![а-яё])`;
const timeAtEnd = new RegExp(`\\s?[,;(–—-]\\s?(${period})\\)?\\s?\\.?$`);
const timeAtStart = new RegExp(`^(${period}|\\d{1,2}:\\d{2})[\\s.,:–—-]{1,5}(?=\\S)`);

/** Takes the time from the beginning or the end of a title: «10 мин», «10:00–10:20». */
export function takeTime(words: string): { title: string; time: string } {
  const start = timeAtStart.exec(words.slice(0, tailLength));
  if (start?.[1]) return { title: words.slice(start[0].length), time: start[1] };
  const tail = words.slice(-tailLength);
  const end = timeAtEnd.exec(tail);
  if (!end?.[1]) return { title: words, time: '' };
  return { title: words.slice(0, words.length - tail.length) + tail.slice(0, end.index), time: end[1] };
}

/** Appends the time to the title: an agenda item has no field for it. */
export function withTime(title: string, time: string): string {
  return time === '' ? title : title === '' ? time : `${title} (${time})`;
}

type KnownPerson = Pick<User, 'id' | 'name' | 'position'>;

/** The person found for a speaker of a pasted agenda; `rest` holds the words that add to their known position. */
export interface FoundSpeaker {
  id: string;
  name: string;
  rest: string;
}

/**
 * Finds the one person named by the words about a speaker; undefined where they name nobody, several people, or a name
 * that several people have.
 * @param groups people to search, in order of preference
 */
export function findSpeaker(words: string, groups: readonly (readonly KnownPerson[])[]): FoundSpeaker | undefined {
  const name = oneName.exec(words)?.[0] ?? words.split(/[,;(]/, 1)[0]?.trim() ?? '';
  const others = words.replace(name, '');
  if (name === '' || oneName.test(others)) return undefined;
  for (const people of groups) {
    const found = new Map(people.filter((person) => isNamed(person, name)).map((person) => [person.id, person]));
    const [person] = found.values();
    if (found.size > 1) return undefined;
    if (!person) continue;
    const rest = others.replaceAll(/^[\s,;()–—-]{1,20}|[\s,;()–—-]{1,20}$/g, '');
    const isKnown = simple(person.position ?? '') === simple(rest);
    return { id: person.id, name: person.name ?? name, rest: isKnown ? '' : rest };
  }
  return undefined;
}

function isNamed({ name }: KnownPerson, words: string): boolean {
  const known = simple(name ?? '').split(' ');
  const parts = simple(words.replaceAll('.', '. ')).split(' ');
  const letters = parts.filter((part) => part.endsWith('.')).map((part) => part.slice(0, 1));
  const whole = parts.filter((part) => part !== '' && !part.endsWith('.'));
  if (known.length < 2 || whole[0] !== known[0]) return false;
  if (letters.length > 0) return whole.length === 1 && letters.every((letter, at) => known[at + 1]?.startsWith(letter));
  return whole.length > 1 && whole.every((part, at) => part === known[at]);
}

function simple(words: string): string {
  return comparisonKey(words).replaceAll(/\s+/g, ' ').trim();
}
