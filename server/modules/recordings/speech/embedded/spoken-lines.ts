import type { SpokenSegment } from '../../subtitles/spoken-segment.ts';
import { punctuate } from './punctuate.ts';

/** Result of the recogniser for a piece; `timestamps` is empty if the model gives none. */
export type Recognised = { text: string; tokens: readonly string[]; timestamps: readonly number[] };
type Word = { text: string; start: number; end: number };

/** Pause in seconds that always begins a new line, whatever the punctuation. */
const longPause = 1.5;
/** The same for text without punctuation. */
const pause = 0.7;
/** Seconds after which a line ends at the next comma (`long`) or at any word (`longest`). */
const long = 12;
const longest = 20;
/** Approximate duration of the last sound of a word. */
const lastSound = 0.3;

/**
 * Returns readable lines of a sentence each, with their times in the piece.
 * @param length seconds of the piece
 * @param hasMarks whether the model itself writes punctuation and capitals
 */
export function spokenLines(heard: Recognised, length: number, hasMarks: boolean): SpokenSegment[] {
  const words = timedWords(heard, length);
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (!line || endsBefore(line, word, hasMarks)) lines.push([word]);
    else line.push(word);
  }
  return lines.map((line) => lineOf(line, hasMarks));
}

function endsBefore(line: readonly Word[], next: Word, hasMarks: boolean): boolean {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return false;
  const gap = next.start - last.end;
  if (gap >= (hasMarks ? longPause : pause)) return true;
  const lasts = last.end - first.start;
  if (lasts >= longest) return true;
  if (!hasMarks) return false;
  return isEnd(last.text) || (lasts >= long && last.text.endsWith(','));
}

/** Returns whether a word ends a sentence; «г.» and «руб.» do not. */
function isEnd(word: string): boolean {
  return /[.?!…][»")]?$/.test(word) && !/^[«"(]?(\p{L}|ул|им|ст|стр|тыс|млн|млрд|руб|др|пр|см|гг)\.$/iu.test(word);
}

function lineOf(line: readonly Word[], hasMarks: boolean): SpokenSegment {
  const text = line.map((word) => word.text).join(' ');
  const [start, end] = [line[0]?.start ?? 0, line.at(-1)?.end ?? 0];
  return { start: rounded(start), end: rounded(end), text: hasMarks ? text : punctuate(text) };
}

function timedWords({ text, tokens, timestamps }: Recognised, length: number): Word[] {
  if (timestamps.length < tokens.length || tokens.length === 0) return spread(text, length);
  const words: Word[] = [];
  let begins = true;
  for (const [place, token] of tokens.entries()) {
    const at = Math.min(timestamps[place] ?? 0, length);
    const part = cleaned(token);
    const last = words.at(-1);
    if (part !== '' && last && !begins && !/^[\s▁]/.test(token)) {
      last.text += part;
      last.end = at;
    } else if (part !== '') words.push({ text: part, start: at, end: at });
    // A blank may be a separate token.
    begins = /[\s▁]$/.test(token);
  }
  return closed(words, length);
}

/** Sets the ends of the words: when their last sound ends, at the latest where the next word begins. */
function closed(words: readonly Word[], length: number): Word[] {
  return words.map((word, place) => {
    const next = words[place + 1]?.start ?? length;
    return { ...word, end: Math.max(word.start, Math.min(word.end + lastSound, next)) };
  });
}

/** Distributes the words of a model without times as if all letters took the same time. */
function spread(text: string, length: number): Word[] {
  const words = cleaned(text).split(' ').filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let passed = 0;
  return words.map((word) => {
    const start = (passed / letters) * length;
    passed += word.length + 1;
    return { text: word, start, end: (passed / letters) * length };
  });
}

function cleaned(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[\s▁]+/g, ' ')
    .trim()
    .toWellFormed();
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
