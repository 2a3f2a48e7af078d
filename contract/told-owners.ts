import { isInfinitive } from './infinitive.ts';
import { type Hit, isSetApart, leadingName, leadOf, type NamedOwner, namesIn, verbs } from './owner-words.ts';
import type { Span, Token } from './text-tokens.ts';

/** What a text says of who is to do it. */
export interface ToldOwners<P> {
  /** All that are told, in the order of the text. */
  told: Hit<P>[];
  /** The last of those at the beginning, alone or after «Поручить»: a deadline may stand behind it. */
  leading: Hit<P> | undefined;
  /** «Поручить» at the beginning. */
  verb: Token | undefined;
  /** All names, also of whom nothing is asked: «согласовать с Кимом». */
  named: Hit<P>[];
}

/**
 * Everybody whom a text tells to do it, in a form that cannot be taken out of it, too: «Иванову и Киму подготовить…»,
 * «контроль возложить на Иванова», «с учётом замечаний Киму доработать…», «назначить ответственным за ремонт Иванова».
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
  // Who is joined with somebody told is told: «Иванову, Киму и Орловой».
  for (const [hit, next] of pairs(named)) if (told.has(hit) && areJoined(tokens, hit, next)) told.add(next);
  for (const [hit, next] of pairs(named).reverse()) if (told.has(next) && areJoined(tokens, hit, next)) told.add(hit);
  let leading = first;
  for (const [hit, next] of pairs(named)) if (hit === leading && areJoined(tokens, hit, next)) leading = next;
  return { told: named.filter((hit) => told.has(hit)), leading, verb, named };
}

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.slice(1).map((next, index) => [list[index] as T, next]);
}

/** «Иванову и Киму», «Иванову, Киму». */
function areJoined<P>(tokens: readonly Token[], hit: Hit<P>, next: Hit<P>): boolean {
  return next.at === hit.next + 1 && /^(и|,|или)$/.test(tokens[hit.next]?.key ?? '');
}

/** «Согласовать с Кимом», «заявление от Кима»: nothing is asked of them. */
function isAbout(before: string | undefined): boolean {
  return /^(с|со|у|от|для|без|вместо|к|ко|о|об|через|кроме|перед|при)$/.test(before ?? '');
}

/** As far from its label a name still belongs to it: «ответственным за ремонт кровли склада – Иванова». */
const reach = 12;

/** Where a name would be that of who is responsible: behind such a word, until the sentence goes on to something else. */
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

/** «Подготовку поручить Киму», «Киму доработать», «назначить Кима ответственным», «отчёт подготовить Киму». */
function isAsked<P>(tokens: readonly Token[], { at, next }: Hit<P>, deadlines: readonly Span[]): boolean {
  const before = tokens[at - 1]?.key ?? '';
  const after = behind(tokens, next, deadlines);
  if (verbs.test(before) || isInfinitive(after?.key ?? '')) return true;
  if (/^ответственн(ым|ой|ыми)$/.test(after?.key ?? '')) return true;
  const isLast = !after || after.key === '.';
  return isLast && at > 1 && isInfinitive(before) && !isInfinitive(tokens[0]?.key ?? '');
}

/** The token after a name and after the deadline behind it. */
function behind(tokens: readonly Token[], next: number, deadlines: readonly Span[]): Token | undefined {
  const token = tokens[next];
  const deadline = deadlines.find(({ start }) => start === token?.start);
  return deadline ? tokens.find(({ start }) => start >= deadline.end) : token;
}
