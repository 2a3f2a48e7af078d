import { stemmer } from '@orama/stemmers/russian';
import { comparisonKey } from './comparison-key.ts';
import { composed } from './composed.ts';
import type { Span } from './text-tokens.ts';

/** Normalises a text for searching: lower case, ё as е, words separated by single spaces. */
export function foldWords(text: string): string {
  return comparisonKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the searched words, at most ten. */
export function searchWords(search: string | undefined): string[] {
  return foldWords(search ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 10);
}

/** Whether the search is for a single letter, which would match half of everything. A single digit is a number. */
export function isSingleLetter(search: string | undefined): boolean {
  return /^\p{L}$/u.test(searchWords(search).join(' '));
}

/** Whether a word matches only itself: a single letter beside other words, since too many words begin with it. */
export const isWholeWord = (word: string, words: readonly string[]) => words.length > 1 && /^\p{L}$/u.test(word);

/** A word that was found, and the index of the searched word that it matches. */
export interface FoundWord extends Span {
  word: number;
}

/**
 * Finds the words of a text that match a search: those that begin with a searched word and its other Russian forms, as
 * the databases match them.
 */
export function findWords(text: string, words: readonly string[]): FoundWord[] {
  const stems = stemsOf(words);
  // Most texts contain none of the words; this check avoids looking at each token.
  const whole = composed(text);
  const plain = comparisonKey(whole);
  if (!stems.some((stem) => plain.includes(stem))) return [];
  // Most tokens of the other texts do not match either: compare the first character, unless NFC changed the text.
  const begins = whole === text ? new Set(stems.map(firstSign)) : undefined;
  const found: FoundWord[] = [];
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (begins && !begins.has(firstSign(token))) continue;
    const key = foldWords(token);
    // A word begins with its stem, so few tokens have to be stemmed.
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

/** Returns the common beginning of all forms of each word; the word itself if its stem is not its beginning. */
function stemsOf(words: readonly string[]): string[] {
  const stems = known.get(words) ?? words.map((word) => beginningOf(word, stemmer(word)));
  known.set(words, stems);
  return stems;
}

const beginningOf = (word: string, stem: string) => (stem !== '' && word.startsWith(stem) ? stem : word);

/** Returns how many different searched words were found. */
export function countWords(found: readonly FoundWord[]): number {
  return new Set(found.map(({ word }) => word)).size;
}

/** Returns the ranges of the words in the form of the API. */
export const marksOf = (found: readonly FoundWord[]) => found.map(({ start, end }): [number, number] => [start, end]);

/** A part of a text; `marks` are the ranges of the searched words in it. */
export interface Snippet {
  text: string;
  marks: [number, number][];
}

/** Maximum number of characters before the first word of a snippet. */
const lead = 40;

/**
 * Returns the part of a text that has the most of the words, at most `most` characters and cut between words; the
 * beginning if it has none.
 */
export function snippetOf(text: string, found: readonly FoundWord[], most = 160): Snippet {
  const start = bestStart(found, most - lead);
  const from = wordEdge(text, Math.max(0, start - lead), 1, start);
  const to = text.length - from <= most ? text.length : wordEdge(text, from + most, -1, from + 1);
  const before = from > 0 ? '…' : '';
  const shown = text.slice(from, to);
  const marks = found
    .filter((word) => word.start >= from && word.end <= to)
    .map((word): [number, number] => [word.start - from + before.length, word.end - from + before.length]);
  // Each whitespace character is replaced by one space, so that the marks stay valid.
  const inOneLine = shown.replace(/\s/g, ' ');
  return { text: before + inOneLine.trimEnd() + (to < text.length ? '…' : ''), marks };
}

/** Returns the start of the stretch with the most different words, the first of several. */
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

/**
 * Returns the word boundary nearest to a place in one direction, but not beyond `last`, so that no word and no
 * surrogate pair is cut.
 */
function wordEdge(text: string, place: number, way: 1 | -1, last: number): number {
  if (place <= 0) return 0;
  for (let at = place; at !== last && Math.abs(at - place) < lead; at += way) {
    if (/\s/.test(text[at - 1] ?? '') || (way === -1 && /\s/.test(text[at] ?? ''))) return at;
  }
  const at = way === 1 ? Math.min(place, last) : place;
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
