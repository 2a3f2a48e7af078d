import { comparisonKey } from '#contract/text/comparison-key.ts';
import { formsKey } from '#contract/text/word-forms.ts';

/** A run of a line's text, marked or plain. */
export interface Part {
  text: string;
  mark?: 'found' | 'keyword' | undefined;
}

const word = /[\p{L}\p{N}]+/gu;

/** A word of a search: it matches words that begin with it, and its other Russian forms. */
export interface SoughtWord {
  start: string;
  stem: string;
}

export function soughtWords(search: string): SoughtWord[] {
  return [...search.matchAll(word)].map(([text]) => ({ start: comparisonKey(text), stem: formsKey(text) }));
}

/** Whether a line has every one of the words. */
export function containsWords(text: string, sought: readonly SoughtWord[]): boolean {
  const words = [...text.matchAll(word)].map(([each]) => each);
  return sought.every((one) => words.some((each) => isWord(each, one)));
}

/** Splits a line into parts, with the words of the search and the keywords marked. */
export function markedParts(text: string, sought: readonly SoughtWord[], keywords: readonly string[]): Part[] {
  const listened = keywords.flatMap((name) => [...name.matchAll(word)].map(([each]) => formsKey(each)));
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(word)) {
    const [found] = match;
    const mark = markOf(found, sought, listened);
    if (!mark) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: found, mark });
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

function markOf(found: string, sought: readonly SoughtWord[], listened: readonly string[]): Part['mark'] {
  if (sought.some((one) => isWord(found, one))) return 'found';
  return listened.length > 0 && listened.includes(formsKey(found)) ? 'keyword' : undefined;
}

function isWord(text: string, { start, stem }: SoughtWord): boolean {
  return comparisonKey(text).startsWith(start) || formsKey(text) === stem;
}
