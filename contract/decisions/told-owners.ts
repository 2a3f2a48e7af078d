import { isInfinitive } from '#contract/text/infinitive.ts';
import type { Span, Token } from '#contract/text/text-tokens.ts';
import { type Hit, isSetApart, leadingName, leadOf, type NamedOwner, namesIn, verbs } from './parse-owner.ts';

/** The owners that a text names. */
export interface ToldOwners<P> {
  /** All names that are told to do something, in the order of the text. */
  told: Hit<P>[];
  /** The last of the names at the beginning, alone or after «Поручить»: a deadline may follow it. */
  leading: Hit<P> | undefined;
  /** «Поручить» at the beginning. */
  verb: Token | undefined;
  /** All names, including those of whom nothing is asked: «согласовать с Кимом». */
  named: Hit<P>[];
}

/**
 * Finds everybody whom a text tells to do something, even in a form that cannot be removed from it: «Иванову и Киму
 * подготовить…», «контроль возложить на Иванова», «с учётом замечаний Киму доработать…», «назначить ответственным за
 * ремонт Иванова».
 */
export function toldOwners<P extends NamedOwner>(
  tokens: readonly Token[],
  people: readonly P[],
  deadlines: readonly Span[],
): ToldOwners<P> {
  const { verb, lead } = leadOf(tokens, deadlines);
  const named = namesIn(tokens, people);
  const byStart = new Map(named.map((hit) => [hit.at, hit]));
  const first = leadingName(tokens, lead, byStart)?.hit;
  const labels = labelsIn(tokens);
  const told = new Set<Hit<P>>();
  for (const hit of named) {
    const isTold =
      hit === first ||
      isSetApart(tokens, hit, deadlines) ||
      (!isAbout(tokens[hit.at - 1]?.key) && (labels.has(hit.at) || isAsked(tokens, hit, deadlines)));
    if (isTold) told.add(hit);
  }
  // A name joined with that of an owner is an owner too: «Иванову, Киму и Орловой».
  for (const [hit, next] of pairs(named)) if (told.has(hit) && areJoined(tokens, hit, next)) told.add(next);
  for (const [hit, next] of pairs(named).reverse()) if (told.has(next) && areJoined(tokens, hit, next)) told.add(hit);
  let leading = first;
  for (const [hit, next] of pairs(named)) if (hit === leading && areJoined(tokens, hit, next)) leading = next;
  return { told: named.filter((hit) => told.has(hit)), leading, verb, named };
}

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.slice(1).map((next, index) => [list[index] as T, next]);
}

/** Whether two names are joined: «Иванову и Киму», «Иванову, Киму». */
function areJoined<P>(tokens: readonly Token[], hit: Hit<P>, next: Hit<P>): boolean {
  return next.at === hit.next + 1 && /^(и|,|или)$/.test(tokens[hit.next]?.key ?? '');
}

/** Whether nothing is asked of the named person: «Согласовать с Кимом», «заявление от Кима». */
function isAbout(before: string | undefined): boolean {
  return /^(с|со|у|от|для|без|вместо|к|ко|о|об|через|кроме|перед|при)$/.test(before ?? '');
}

/** Maximum number of tokens from a label to its name: «ответственным за ремонт кровли склада – Иванова». */
const reach = 12;

/**
 * Returns the positions where a name is that of the person responsible: after such a word, up to «;» or an infinitive.
 */
function labelsIn(tokens: readonly Token[]): Set<number> {
  const labelled = new Set<number>();
  let left = 0;
  for (const [at, { key }] of tokens.entries()) {
    if (left > 0) labelled.add(at);
    left = key === ';' || isInfinitive(key) ? 0 : left - 1;
    if (/^(ответственн\p{L}+|исполнител\p{L}+|отв|исп)$/u.test(key)) left = reach;
    if (/^возл(ожить|ожен|агается|агаем)/.test(key)) left = reach;
  }
  return labelled;
}

/**
 * Whether a person is asked: «Подготовку поручить Киму», «Киму доработать», «назначить Кима ответственным», «отчёт
 * подготовить Киму».
 */
function isAsked<P>(tokens: readonly Token[], { at, next }: Hit<P>, deadlines: readonly Span[]): boolean {
  const before = tokens[at - 1]?.key ?? '';
  const after = behind(tokens, next, deadlines);
  if (verbs.test(before) || isInfinitive(after?.key ?? '')) return true;
  if (/^ответственн(ым|ой|ыми)$/.test(after?.key ?? '')) return true;
  const isLast = !after || after.key === '.';
  return isLast && at > 1 && isInfinitive(before) && !isInfinitive(tokens[0]?.key ?? '');
}

/** Returns the token after a name and a deadline that follows it. */
function behind(tokens: readonly Token[], next: number, deadlines: readonly Span[]): Token | undefined {
  const token = tokens[next];
  const deadline = deadlines.find(({ start }) => start === token?.start);
  return deadline ? tokens.find(({ start }) => start >= deadline.end) : token;
}
