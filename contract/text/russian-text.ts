import { withPlural } from '#contract/text/plurals.ts';
import { shortened } from '#contract/text/shortened.ts';
import { withAngleQuotes } from './straight-quotes.ts';

/** No-break space. */
export const noBreak = '\u00a0';

// Never printable: control characters (XML forbids most of them), direction marks, non-characters.
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
const printed = /[^\s\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/u;

/** Whether any character of a text is printed: equal to `lines(text).length > 0`, without reading the whole text. */
export function isPrinted(text: string | null | undefined): boolean {
  return printed.test(text ?? '');
}

/**
 * Prepares typed text for print: «ёлочки» for straight quotes around words, a dash for a lone hyphen, no-break spaces
 * before a dash, after «№», before a unit («8 %», «4 млн»), within a number and between initials and surname. No visible word or character is removed.
 */
export function tidy(text: string | null | undefined): string {
  return lines(text).join(' ');
}

/** The same, line by line; empty lines are left out. */
export function lines(text: string | null | undefined): string[] {
  return (text ?? '')
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029\v\f\u0085]/)
    .map((line) => (line === '' ? '' : tidyLine(line)))
    .filter((line) => line !== '');
}

function tidyLine(line: string): string {
  return polished(unspoiled(line).trim());
}

/** Prepares a part of a line for print and keeps its outer spaces. */
export function tidyPart(text: string): string {
  return polished(unspoiled(text.toWellFormed()));
}

function unspoiled(text: string): string {
  return text.replace(/\t/g, ' ').replace(unprintable, '');
}

const bound = (words: string) => words.replaceAll(' ', noBreak);

/** «1 254 300»: groups of three digits, but not a row of numbers, which must be able to break. */
const wholeNumber = /(?<!\d|(?<!\d)\d{1,3}[ \u00a0])\d{1,3}(?: \d{3}){1,4}(?! ?\d)/g;
/** «Петренко А. Б.» */
const surnameAndInitials = /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}-]*\p{Ll}[ \u00a0]\p{Lu}\.(?:[ \u00a0]?\p{Lu}\.(?!\p{L}))?/gu;
/** «А. Б. Петренко»; initials after a surname are bound to it by a no-break space already. */
const initialsAndSurname = /(?<![\p{L}\p{N}\u00a0.-])\p{Lu}\.(?:[ \u00a0]?\p{Lu}\.)?[ \u00a0]\p{Lu}[\p{L}-]*\p{Ll}/gu;

function polished(text: string): string {
  return withAngleQuotes(text)
    .replace(wholeNumber, bound)
    .replace(surnameAndInitials, bound)
    .replace(initialsAndSurname, bound)
    .replace(/^-(?=\s)/, '–')
    .replace(/(?<![ \u00a0–-])[ \u00a0]+[-–](?=[ \u00a0])/g, `${noBreak}–`)
    .replace(/(?<![ \u00a0—])[ \u00a0]+—(?=[ \u00a0])/g, `${noBreak}—`)
    .replace(/№ ?(?=\d)/g, `№${noBreak}`)
    .replace(/(?<=\d) (?=%|(?:тыс|млн|млрд|руб|коп|шт|кг|км)(?!\p{L}))/gu, noBreak);
}

const lastWord = /(?<!\S)\S+$/;

/** Adds a full stop to a sentence without a final mark; a sentence that ends with an address stays as it is. */
export function sentence(text: string): string {
  const [last = ''] = lastWord.exec(text) ?? [];
  return /[\p{L}\p{N}»")%]$/u.test(last) && !/[.!?…][»")]$|:\/\/.|www\../.test(last) ? `${text}.` : text;
}

/**
 * Returns a title without the full stop at its end, which a heading does not have; that of an abbreviation or of
 * initials stays: «за 2026 г.», «Иванова С. П.»
 */
export function asTitle(text: string): string {
  return text.replace(/(?<=\p{L}{5}|\p{L}{2}[аеёиоуыэюя]|[\p{N}»")])\.$/iu, '');
}

/** Shortens a text to the length of a bookmark. */
export const bookmarkTitle = (text: string) => shortened(text, 120);

/** Returns «17 человек», «22 человека». */
export function peopleCount(count: number): string {
  return withPlural(count, 'человек', 'человека', 'человек');
}

/** Returns a moment of the recording as 00:12:40. */
export function timeCode(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return parts.map((value) => String(value).padStart(2, '0')).join(':');
}
