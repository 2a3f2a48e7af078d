import { capitalized } from '#contract/text/capitalized.ts';
import { isInfinitive } from '#contract/text/infinitive.ts';
import { type Span, type Token, tokensOf } from '#contract/text/text-tokens.ts';
import { deadlinesIn } from './parse-deadline.ts';
import { type NamedOwner, ownerIn, verbs } from './parse-owner.ts';

/** A decision read as a task: what is to be done, by whom, until when. */
export interface SplitDecision<P> {
  /** «Представить план», without owner, deadline and «Поручить»; the whole text if nothing else would remain. */
  phrase: string;
  owner: P | undefined;
  /** YYYY-MM-DD. */
  due: string | undefined;
}

interface Around<P> {
  people: readonly P[];
  /** The day of the meeting, YYYY-MM-DD. */
  from: string;
}

/**
 * Splits a decision into phrase, owner and deadline. If it names several people, it has no owner. If it names different
 * deadlines, the last one counts and all stay in the text, as does a deadline that says more than a day.
 */
export function splitDecision<P extends NamedOwner>(text: string, { people, from }: Around<P>): SplitDecision<P> {
  const tokens = tokensOf(text);
  const deadlines = deadlinesIn(text, from, tokens);
  const days = new Set(deadlines.map(({ day }) => day));
  const due = [...days].sort().at(-1);
  const dates: Span[] = days.size === 1 ? deadlines.filter(({ isKept }) => !isKept) : [];
  const { owner, span, verb } = ownerIn(tokens, people, deadlines);
  const taken = [...dates, ...(span ? [span] : [])];
  const rest = tokens.filter((token) => token !== verb && !taken.some((part) => isWithin(token, part)));
  // «Поручить подготовку отчёта» needs its verb, «Поручить подготовить отчёт» does not.
  if (verb && startsWithInfinitive(rest)) taken.push(verb);
  const phrase = without(text, taken);
  return { phrase: phrase || text.trim(), owner, due };
}

/**
 * Returns a key equal for texts of the same task, regardless of case, punctuation and wording of owner and deadline.
 */
export function decisionKey<P extends NamedOwner>(text: string, around: Around<P>): string {
  return wordsKey(splitDecision(text, around).phrase);
}

/** Returns the words of a text without its punctuation. */
export function wordsKey(text: string): string {
  return tokensOf(text)
    .filter((token) => /[\p{L}\p{N}]/u.test(token.key))
    .map((token) => token.key)
    .join(' ');
}

/**
 * Whether the text reads as an action to be done: «представить…», «не допускать…», «повторно проверить…», «с учётом
 * замечаний доработать…»; not «поручить…», which assigns it to somebody, nor «рекомендовать отделу кадров
 * подготовить…», which leaves it to others.
 */
export function isToDo(text: string): boolean {
  const tokens = tokensOf(text.slice(0, 200));
  return !verbs.test(tokens[0]?.key ?? '') && startsWithInfinitive(tokens) && !asksOthers(tokens);
}

/**
 * Whether a verb of an order is followed by whom it addresses before the action: «поручить отделу снабжения подготовить
 * заявку».
 * @param after tokens after the verb
 */
export function addresses(after: readonly Token[]): boolean {
  return !startsWithInfinitive(after) && hasInfinitive(after);
}

/** Verbs that ask somebody else to act, if the action follows: «предложить поставщику снизить», not «предложить цену». */
const asking = /^(рекомендовать|предложить|предлагать|просить|попросить|разрешить|позволить|запретить|предписать)$/;

function asksOthers(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ key }) => isInfinitive(key));
  return asking.test(tokens[at]?.key ?? '') && hasInfinitive(tokens.slice(at + 1));
}

/** Whether an infinitive follows within the sentence. */
function hasInfinitive(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, 16).map(({ key }) => key);
  const end = words.findIndex((key) => /^[.;:!?]$/.test(key));
  return words.slice(0, end < 0 ? undefined : end).some(isInfinitive);
}

function startsWithInfinitive(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, 16).map(({ key }) => key);
  const first = words.findIndex((key) => /\p{L}/u.test(key) && !/^(не|и|также|[\p{L}]{4,}но)$/u.test(key));
  if (first < 0) return false;
  if (!prepositions.test(words[first] ?? '')) return isInfinitive(words[first] ?? '');
  const phrase = words.slice(first, first + 10);
  const sign = phrase.findIndex((key) => /^[^\p{L}\p{N}«»"]/u.test(key));
  return phrase.slice(0, sign < 0 ? undefined : sign).some(isInfinitive);
}

/** Prepositions that may begin the words before the infinitive: «по итогам проверки подготовить…». */
const prepositions = /^(в|во|с|со|к|ко|по|на|до|для|из|при|после|через)$/;

function isWithin(token: Span, part: Span): boolean {
  return token.start >= part.start && token.end <= part.end;
}

/** Returns the text without these parts, with repaired punctuation and spaces and a capital first letter. */
function without(text: string, parts: readonly Span[]): string {
  if (parts.length === 0) return text.trim();
  let kept = '';
  let at = 0;
  for (const { start, end } of [...parts].sort((one, other) => one.start - other.start)) {
    if (start > at) kept += `${text.slice(at, start)} `;
    at = Math.max(at, end);
  }
  return capitalized(mended(kept + text.slice(at)));
}

/** Repairs punctuation and spaces around the parts taken out, also where they were whole sentences or lines. */
function mended(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\( ?[,;:–—-]? ?\) ?/g, ' ')
    .replace(/(?<=[.!?…\n])(?:\s{1,3}[.,;:])+/g, '')
    .replace(/ (?=[,.;:)])/g, '')
    .replace(/,(?=[,.;:])/g, '')
    .replace(/[,:;](?=\.)/g, '')
    .replace(/^[\s,.;:–—-]+/, '')
    .replace(/(?<=[^\s,:;–—(-])[\s,:;–—(-]{1,20}$/, '')
    .replace(/(?<=\p{L}{5})\.$/u, '')
    .trim();
}
