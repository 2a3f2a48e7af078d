// How a person's name is shortened, on screen and on paper alike. Paper prepares the text for print first
// (`person-name`), which a screen does not load.

const noBreak = '\u00a0';

type Parts = { surname: string; initials: string[]; ending: string };

const word = String.raw`\p{Script=Cyrillic}[\p{Script=Cyrillic}\u0301'’]*`;
const hyphened = new RegExp(`^${word}(?:-${word})*$`, 'u');
const initial = String.raw`\p{Lu}\.(?:-\p{Lu}\.)?`;
const surnameThenInitials = new RegExp(String.raw`^(\S+)\s+(${initial})\s*(${initial})?$`, 'u');
const initialsThenSurname = new RegExp(String.raw`^(${initial})\s*(${initial})?\s*(\p{Lu}\S+)$`, 'u');

/**
 * Returns «Иванов С. П.» or «С. П. Иванов» for a full name, or for one that is short already. A name of any other form
 * stays as it was entered.
 */
export function shortenedName(entered: string, first: 'surname' | 'initials'): string {
  const parts = parseName(entered);
  if (!parts) return entered;
  const { surname, initials, ending } = parts;
  const words = first === 'surname' ? [surname, ...initials, ending] : [...initials, ending, surname];
  return words.filter(Boolean).join(noBreak);
}

/** Whether a name is already a surname with initials, in either order. */
export function isShortName(name: string): boolean {
  return surnameThenInitials.test(name) || initialsThenSurname.test(name);
}

/** Parses «Фамилия Имя Отчество» and names that are already short. Any other form is not parsed. */
function parseName(name: string): Parts | undefined {
  const short = surnameThenInitials.exec(name);
  if (short?.[1] && short[2]) return { surname: short[1], initials: some(short[2], short[3]), ending: '' };
  const turned = initialsThenSurname.exec(name);
  if (turned?.[1] && turned[3]) return { surname: turned[3], initials: some(turned[1], turned[2]), ending: '' };
  const words = name.split(/\s+/);
  const ending = words.length === 4 && /^(оглы|кызы|углы|гызы)$/iu.test(words[3] ?? '') ? (words.pop() ?? '') : '';
  const particles = words.splice(0, particlesIn(words)).join(' ');
  if (words.length !== 2 && words.length !== 3) return undefined;
  if (!words.every((part) => hyphened.test(part) && isCapitalized(part))) return undefined;
  const [surname = '', ...given] = words;
  return { surname: [particles, surname].filter(Boolean).join(' '), initials: given.map(initialOf), ending };
}

const particle = /^(?:де|да|ди|до|дос|ду|дю|дель|делла|дер|ден|ван|фон|цу|ла|ле|лос|ибн|бен|бин|аль|эль|тер|мак)$/iu;

/**
 * Returns the number of particles before a surname: «Ван дер Берг Ян». Two words, or three of which the last is a
 * patronymic, begin with the surname itself: «Ван Сяомин», «Ван Иван Петрович»; but «Ибн Сина» has no given name.
 */
function particlesIn(words: readonly string[]): number {
  const count = words.findIndex((each) => !particle.test(each));
  if (count < 1) return 0;
  const isSurname = words.length === 2 || (words.length === 3 && /(?:ич|[вч]на)$/u.test(words[2] ?? ''));
  return isSurname && !/^(?:ибн|бен|бин)$/iu.test(words[0] ?? '') ? 0 : count;
}

const some = (...values: (string | undefined)[]) => values.filter((value) => value !== undefined);

function isCapitalized(name: string): boolean {
  return name.split('-').every((part) => /^\p{Lu}/u.test(part)) && /\p{Ll}/u.test(name);
}

/** «Анна-Мария» → «А.-М.» */
function initialOf(given: string): string {
  return given
    .split('-')
    .map((part) => `${part.slice(0, 1)}.`)
    .join('-');
}
