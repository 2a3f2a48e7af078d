import { foldWords, searchWords } from '#contract/found-words.ts';

/** Letters of a key: PostgreSQL takes no more than a megabyte of different words, with their places, for one row. */
const mostLetters = 100_000;
/** So much of a text is read for them: the rest would be spaces and signs. */
const mostRead = 4 * mostLetters;

/** Words as they are searched, of several texts: the first of very many. */
export function searchKeyOf(...texts: (string | null | undefined)[]): string {
  const text = texts.filter((each) => each).join(' ');
  return foldWords(text.slice(0, mostRead)).slice(0, mostLetters).toWellFormed();
}

/** Whether somebody searches for signs alone: no row holds such a word. */
export function isWordless(search: string | undefined): boolean {
  return Boolean(search?.trim()) && searchWords(search).length === 0;
}

/** A tsquery that each of these words begins a word of the row; undefined when there is no word in it. */
export function prefixQuery(search: string | undefined): string | undefined {
  const words = searchWords(search);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}
