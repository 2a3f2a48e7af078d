import { wordKey } from './text-tokens.ts';

/** Declensions by the ending of the nominative: the number of letters to cut off for the stem, and all endings. */
const declensions: [ending: RegExp, cut: number, endings: string][] = [
  [/(ий|ый|ой)$/, 2, 'ий ый ой ого его ому ему ым им ом ем'],
  [/(ая|яя)$/, 2, 'ая яя ой ей ую юю ою ею'],
  [/(их|ых)$/, 0, ''],
  [/[ая]$/, 1, 'а я ы и е у ю ой ей ою ею'],
  [/[йь]$/, 1, 'й ь я ю е и ем'],
  [/(ов|ев|ин|ын)$/, 0, ' а у ым е'],
  [/[бвгджзклмнпрстфхцчшщ]$/, 0, ' а у ом ем е'],
];

/** Returns a test whether a word may be this surname in one of its cases; a word must contain its whole stem. */
export function surnameForms(surname: string): (word: string) => boolean {
  const key = wordKey(surname);
  const [, cut, endings] = declensions.find(([ending]) => ending.test(key)) ?? [undefined, 0, ''];
  const stems = [key.slice(0, key.length - cut)];
  // «Кравец», «Кравцу».
  if (/.ец$/.test(key)) stems.push(`${key.slice(0, -2)}ц`);
  const forms = new Set([key, ...stems.flatMap((stem) => endings.split(' ').map((end) => stem + end))]);
  return (word) => forms.has(wordKey(word));
}
