import { composed } from './composed.ts';

/** A word, a number or one other sign of a text. */
export interface Token {
  /** In lower case, ё as е, composed. */
  key: string;
  /** As it stands in the text. */
  text: string;
  start: number;
  end: number;
}

/** A part of a text, from its first sign to the one after its last. */
export interface Span {
  start: number;
  end: number;
}

/** The words, numbers and signs of a text in their order, in one pass over it. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|\p{Nd}+|\S/gu), ({ 0: word, index }) => ({
    key: wordKey(word),
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Equal for words that differ in their case, in ё and е, or in how a letter is composed. */
export function wordKey(word: string): string {
  return composed(word).toLowerCase().replaceAll('ё', 'е');
}

export const isDash = (key: string | undefined) => key === '-' || key === '–' || key === '—';

/** Whether nothing stands between them. */
export function areJoined(...tokens: Token[]): boolean {
  return tokens.every((token, index) => index === 0 || tokens[index - 1]?.end === token.start);
}

/** Whether it is written in figures, no more than these. */
export function isNumber({ text }: Token, most: number): boolean {
  return text.length <= most && /^\d+$/.test(text);
}
