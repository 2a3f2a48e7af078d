import { deadlinesIn } from '#contract/decisions/parse-deadline.ts';
import { splitDecision, wordsKey } from '#contract/decisions/split-decision.ts';
import { toldOwners } from '#contract/decisions/told-owners.ts';
import { tokensOf } from '#contract/text/text-tokens.ts';
import { tellsTime } from './task-words.ts';

/** An order of a decision: to whom, what, and until when. People joined by «и» share one. */
export interface Order {
  names: string[];
  /** What to do, as of `wordsKey`. */
  words: string;
  /** YYYY-MM-DD. */
  due: string | undefined;
  /** Whether it names a time of any kind. */
  isTimed: boolean;
}

/**
 * Finds the orders of a decision: «Киму представить план до 4 декабря. Орловой проверить план.»
 * @param from day from which deadlines are counted, YYYY-MM-DD
 */
export function ordersIn(text: string, people: readonly { name: string }[], from: string): Order[] {
  const tokens = tokensOf(text);
  const { told } = toldOwners(tokens, people, deadlinesIn(text, from, tokens));
  const groups: { names: string[]; at: number; next: number }[] = [];
  for (const { person, at, next } of told) {
    const last = groups.at(-1);
    const name = person?.name ?? '';
    const isJoined = last && at === last.next + 1 && /^(и|,|или)$/.test(tokens[last.next]?.key ?? '');
    if (isJoined) Object.assign(last, { names: [...last.names, name], next });
    else groups.push({ names: [name], at, next });
  }
  return groups.map(({ names, next }, index) => {
    const end = tokens[groups[index + 1]?.at ?? tokens.length]?.start ?? text.length;
    const order = text.slice(tokens[next]?.start ?? text.length, end);
    const { phrase, due } = splitDecision(order, { people: [], from });
    return { names, words: wordsKey(phrase), due, isTimed: due !== undefined || tellsTime(tokensOf(order)) };
  });
}
