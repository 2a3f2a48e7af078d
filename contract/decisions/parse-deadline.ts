import { isDash, isNumber, type Span, type Token, tokensOf } from '#contract/text/text-tokens.ts';
import { readDay, readTomorrow, skipClock } from './parse-deadline-day.ts';
import { isDecided, type Phrase, phraseAt } from './parse-deadline-phrase.ts';
import { readSpan } from './parse-deadline-span.ts';

/** A deadline as worded in a text: its day, YYYY-MM-DD, and the part of the text that states it. */
export interface WordedDeadline extends Span {
  day: string;
  /** Position where the day itself begins, after «до» and «срок –». */
  dayAt: number;
  /** The words say more than the day, as in «до пятницы 17:00», or may be no deadline, so they stay in the text. */
  isKept?: true;
}

/** The result of reading from a token: the day, and the index of the token after it in `next`. */
type Read = { day: string; next: number; isKept?: true } | undefined;

/**
 * Finds the deadlines in a text, in the written and spoken forms of Russian offices: «до 04.12.2026», «не позднее
 * 5 декабря», «до конца квартала», «через две недели», «в недельный срок». A bare date is not a deadline, nor is a date
 * that is itself what was decided: «продлить договор до 31.12.2027».
 * @param from the day of the meeting, YYYY-MM-DD, from which «завтра» and dates without a year are counted
 */
export function deadlinesIn(text: string, from: string, tokens: readonly Token[] = tokensOf(text)): WordedDeadline[] {
  const found: WordedDeadline[] = [];
  let phrase: Phrase = {};
  for (let at = 0; at < tokens.length; ) {
    phrase = phraseAt(phrase, text, tokens, at);
    const range = skipRange(tokens, at, from);
    const read = range === undefined ? readDeadline(tokens, at, from, phrase) : undefined;
    const decided = read && isDecided(phrase, tokens, at, read.next, skipLabel(tokens, at) !== undefined);
    if (read && decided !== true) {
      const [start = 0, dayAt = 0] = [tokens[at]?.start, tokens[dayBegins(tokens, at)]?.start];
      const end = tokens[read.next - 1]?.end ?? 0;
      const isKept = read.isKept || decided === 'unsure';
      found.push({ day: read.day, start, dayAt, end, ...(isKept && { isKept: true }) });
    }
    at = read?.next ?? range ?? at + 1;
  }
  return found;
}

function readDeadline(tokens: readonly Token[], at: number, from: string, { isToldBefore }: Phrase): Read {
  const until = skipUntil(tokens, at);
  if (until !== undefined) return readAfter(tokens, until, from) ?? readSpan(tokens, until, from);
  if (tokens[at]?.key === 'на') {
    const read = /^(после)?завтра$/.test(tokens[at + 1]?.key ?? '')
      ? readTomorrow(tokens, at + 1, from, true)
      : undefined;
    // «Назначить встречу на завтра» may state the time of the meeting.
    return read && { ...read, ...(isToldBefore && { isKept: true }) };
  }
  return readTomorrow(tokens, at, from) ?? readSpan(tokens, at, from);
}

/** Reads a day with an optional time before or after it. */
function readAfter(tokens: readonly Token[], at: number, from: string): Read {
  const clock = skipClock(tokens, at);
  const late = clock === undefined ? undefined : readDay(tokens, clock, from);
  if (late) return { ...withTail(tokens, late), isKept: true };
  const read = readDay(tokens, at, from);
  return read && withTail(tokens, read);
}

/** Adds «включительно», «17:00» or «в 17:00» after a day to the deadline. */
function withTail(tokens: readonly Token[], { day, next: end }: { day: string; next: number }): NonNullable<Read> {
  const words = tokens.slice(end, end + 3).map(({ key }) => key);
  if (words[0] === 'включительно') return { day, next: end + 1 };
  if (words.join('') === '(включительно)') return { day, next: end + 3 };
  const clock = skipClock(tokens, /^(в|до|к|,)$/.test(words[0] ?? '') ? end + 1 : end);
  return clock === undefined ? { day, next: end } : { day, next: clock, isKept: true };
}

/** Skips «с 1 до 5 декабря», which is a period, not a deadline; returns the index of the token after it. */
function skipRange(tokens: readonly Token[], at: number, from: string): number | undefined {
  if (!/^со?$/.test(tokens[at]?.key ?? '')) return undefined;
  const first = tokens[at + 1];
  const next = readDay(tokens, at + 1, from)?.next ?? (first && isNumber(first, 2) ? at + 2 : undefined);
  return next !== undefined && tokens[next]?.key === 'до' ? readDay(tokens, next + 1, from)?.next : undefined;
}

/** Returns the index of the token with which the day itself begins. */
function dayBegins(tokens: readonly Token[], at: number): number {
  return skipUntil(tokens, at) ?? (tokens[at]?.key === 'на' ? at + 1 : at);
}

/** Skips «до», «к», «не позднее», «срок исполнения – до»; returns the index of the token after it, or undefined. */
function skipUntil(tokens: readonly Token[], at: number): number | undefined {
  const label = skipLabel(tokens, at);
  const start = label ?? at;
  const key = tokens[start]?.key;
  if (key === 'до' || key === 'к' || key === 'ко') return start + 1;
  const isNotLater = key === 'не' && ['позднее', 'позже'].includes(tokens[start + 1]?.key ?? '');
  if (!isNotLater) return label;
  return tokens[start + 2]?.key === 'чем' ? start + 3 : start + 2;
}

/** Skips «срок», «в срок», «со сроком исполнения:», «срок –». */
function skipLabel(tokens: readonly Token[], at: number): number | undefined {
  let next = at;
  if (['в', 'со', 'крайний', 'контрольный'].includes(tokens[next]?.key ?? '')) next += 1;
  if (!['срок', 'сроком', 'сроки'].includes(tokens[next]?.key ?? '')) return undefined;
  next += 1;
  if (/^(исполнени|выполнени|реализаци|представлени|подготовк|сдач)/.test(tokens[next]?.key ?? '')) next += 1;
  if (tokens[next]?.key === ':' || isDash(tokens[next]?.key)) next += 1;
  return next;
}
