/** Binds two words to one line. */
export const noBreak = '\u00a0';

// Never printable: control characters (XML forbids most of them), marks that turn the direction of writing, non-characters.
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
const printed = /[^\s\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/u;

/** Whether anything of a text is printed: what `lines` would tell, without reading it to its end. */
export function isPrinted(text: string | null | undefined): boolean {
  return printed.test(text ?? '');
}

/**
 * Text as a person typed it, made ready for print: «ёлочки» for straight quotes around words, a dash for a lone hyphen,
 * no-break spaces before a dash, after «№» and before a unit («8 %», «4 млн»). No word or character that can be seen is taken away.
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

/** A part of a line, whose outer spaces belong to the line. */
export function tidyPart(text: string): string {
  return polished(unspoiled(text.toWellFormed()));
}

function unspoiled(text: string): string {
  return text.replace(/\t/g, ' ').replace(unprintable, '');
}

function polished(text: string): string {
  return text
    .replace(/(?<=^|[\s(«])"([\p{L}\p{N}](?:[^"]*[\p{L}\p{N}.!?…%)])?)"(?=$|[\s),.;:!?»])/gu, '«$1»')
    .replace(/^-(?=\s)/, '–')
    .replace(/(?<![ \u00a0–-])[ \u00a0]+[-–](?= )/g, `${noBreak}–`)
    .replace(/(?<![ \u00a0—])[ \u00a0]+—(?= )/g, `${noBreak}—`)
    .replace(/№ ?(?=\d)/g, `№${noBreak}`)
    .replace(/(?<=\d) (?=%|(?:тыс|млн|млрд|руб|коп|шт|кг|км)(?!\p{L}))/gu, noBreak);
}

const lastWord = /(?<!\S)\S+$/;

/** Ends a sentence that has no end of its own; an address stays as it is. */
export function sentence(text: string): string {
  const [last = ''] = lastWord.exec(text) ?? [];
  return /[\p{L}\p{N}»")%]$/u.test(last) && !/[.!?…][»")]$|:\/\/.|www\../.test(last) ? `${text}.` : text;
}

/** As much of a text as a bookmark shows. */
export const shortened = (text: string) => (text.length > 120 ? `${tidy(text.slice(0, 119))}…` : text);

const plural = new Intl.PluralRules('ru');

/** «17 человек», «22 человека». */
export function peopleCount(count: number): string {
  return `${count}${noBreak}${plural.select(count) === 'few' ? 'человека' : 'человек'}`;
}

/** A moment of the recording: 00:12:40. */
export function timeCode(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return parts.map((value) => String(value).padStart(2, '0')).join(':');
}
