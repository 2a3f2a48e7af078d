import { stemmer } from '@orama/stemmers/russian';
import { composed } from './composed.ts';
import type { Span } from './text-tokens.ts';

/** Words as they are searched: lower case, ё as е, divided by single spaces. */
export function foldWords(text: string): string {
  return composed(text)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words that somebody searches for, the first ten of them. */
export function searchWords(search: string | undefined): string[] {
  return foldWords(search ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 10);
}

/** Whether the search is for a single letter: half of all there is begins so. A single digit is a number. */
export function isSingleLetter(search: string | undefined): boolean {
  return /^\p{L}$/u.test(searchWords(search).join(' '));
}

/** Whether it is looked for as it is: a letter beside other words, since too many words begin with it. */
export const isWholeWord = (word: string, words: readonly string[]) => words.length > 1 && /^\p{L}$/u.test(word);

/** A word that was found, and which of the searched ones it is. */
export interface FoundWord extends Span {
  word: number;
}

/**
 * The words of a text that a search is for: those that begin with a searched word, and other Russian forms of it, as the
 * databases find them.
 */
export function findWords(text: string, words: readonly string[]): FoundWord[] {
  const stems = stemsOf(words);
  // Most texts have none of the words, which is seen without looking at each of theirs.
  const whole = composed(text);
  const plain = whole.toLowerCase().replaceAll('ё', 'е');
  if (!stems.some((stem) => plain.includes(stem))) return [];
  // Nor have most tokens of the others: their first sign tells, where it is written as one.
  const begins = whole === text ? new Set(stems.map(firstSign)) : undefined;
  const found: FoundWord[] = [];
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (begins && !begins.has(firstSign(token))) continue;
    const key = foldWords(token);
    // A stem is what its word begins with: few words have to be brought to theirs.
    const word = stems.findIndex((stem, place) => {
      const searched = words[place] ?? '';
      if (isWholeWord(searched, words)) return key === searched;
      return key.startsWith(stem) && (key.startsWith(searched) || stemmer(key) === stem);
    });
    if (word >= 0) found.push({ start: index, end: index + token.length, word });
  }
  return found;
}

const firstSign = (word: string) => (word[0] ?? '').toLowerCase().charAt(0).replace('ё', 'е');

const known = new WeakMap<readonly string[], string[]>();

/** What each word begins with in all of its forms; the word itself where it has no other. */
function stemsOf(words: readonly string[]): string[] {
  const stems = known.get(words) ?? words.map((word) => beginningOf(word, stemmer(word)));
  known.set(words, stems);
  return stems;
}

const beginningOf = (word: string, stem: string) => (stem !== '' && word.startsWith(stem) ? stem : word);

/** How many different ones of the searched words a text has. */
export function countWords(found: readonly FoundWord[]): number {
  return new Set(found.map(({ word }) => word)).size;
}

/** The places of the words, as they are sent. */
export const marksOf = (found: readonly FoundWord[]) => found.map(({ start, end }): [number, number] => [start, end]);

/** A part of a text with the searched words in it, marked by their places in the part. */
export interface Snippet {
  text: string;
  marks: [number, number][];
}

/** Signs before the first word of a snippet. */
const lead = 40;

/** The part of a text, at most `most` signs and whole words, that has the most of the words; the beginning where it has none. */
export function snippetOf(text: string, found: readonly FoundWord[], most = 160): Snippet {
  const start = bestStart(found, most - lead);
  const from = wordEdge(text, Math.max(0, start - lead), 1, start);
  const to = text.length - from <= most ? text.length : wordEdge(text, from + most, -1, from + 1);
  const before = from > 0 ? '…' : '';
  const shown = text.slice(from, to);
  const marks = found
    .filter((word) => word.start >= from && word.end <= to)
    .map((word): [number, number] => [word.start - from + before.length, word.end - from + before.length]);
  // Sign by sign, so that the marks stay where they are.
  const inOneLine = shown.replace(/\s/g, ' ');
  return { text: before + inOneLine.trimEnd() + (to < text.length ? '…' : ''), marks };
}

/** Where the stretch begins that has the most different words, the first of several. */
function bestStart(found: readonly FoundWord[], reach: number): number {
  let best = { start: found[0]?.start ?? 0, count: 0 };
  for (const [place, { start }] of found.entries()) {
    const met = new Set<number>();
    for (let next = place; (found[next]?.end ?? Number.POSITIVE_INFINITY) <= start + reach; next += 1) {
      met.add(found[next]?.word ?? 0);
    }
    if (met.size > best.count) best = { start, count: met.size };
  }
  return best.start;
}

/** The edge of a word nearest to a place, going one way, but not beyond `last`: no word is cut, and no sign of two halves. */
function wordEdge(text: string, place: number, way: 1 | -1, last: number): number {
  if (place <= 0) return 0;
  for (let at = place; at !== last && Math.abs(at - place) < lead; at += way) {
    if (/\s/.test(text[at - 1] ?? '') || (way === -1 && /\s/.test(text[at] ?? ''))) return at;
  }
  const at = way === 1 ? Math.min(place, last) : place;
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
