import { comparisonKey } from './comparison-key.ts';

/** A word, a number or a single other character of a text. */
export interface Token {
  /** The normalised text: lower case, ё as е, NFC. */
  key: string;
  /** The original text. */
  text: string;
  start: number;
  end: number;
}

/** A range of a text, from its first character to the one after its last. */
export interface Span {
  start: number;
  end: number;
}

/** Returns the words, numbers and other characters of a text in order, in one pass. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|\p{Nd}+|\S/gu), ({ 0: word, index }) => ({
    key: comparisonKey(word),
    text: word,
    start: index,
    end: index + word.length,
  }));
}

export const isDash = (key: string | undefined) => key === '-' || key === '–' || key === '—';

/** Whether the tokens follow each other without a gap. */
export function areJoined(...tokens: Token[]): boolean {
  return tokens.every((token, index) => index === 0 || tokens[index - 1]?.end === token.start);
}

/** Whether a token is a number of at most `most` digits. */
export function isNumber({ text }: Token, most: number): boolean {
  return text.length <= most && /^\d+$/.test(text);
}
