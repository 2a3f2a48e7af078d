import { foldWords, searchWords } from '#contract/found-words.ts';

/** Maximum letters of a key: PostgreSQL takes at most a megabyte of different words, with their places, for one row. */
const mostLetters = 100_000;
/** Characters read to make the key: beyond these there would be little but spaces and signs. */
const mostRead = 4 * mostLetters;

/** Returns the words of the texts in the form that is searched; cut off after `mostLetters`. */
export function searchKeyOf(...texts: (string | null | undefined)[]): string {
  const text = texts.filter((each) => each).join(' ');
  return foldWords(text.slice(0, mostRead)).slice(0, mostLetters).toWellFormed();
}

/** Whether somebody searches for signs alone: no row holds such a word. */
export function isWordless(search: string | undefined): boolean {
  return Boolean(search?.trim()) && searchWords(search).length === 0;
}

/** Returns a tsquery for rows where each of these words begins a word; undefined if the search has no word. */
export function prefixQuery(search: string | undefined): string | undefined {
  const words = searchWords(search);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}
