import * as z from 'zod/mini';
import { maybe } from './common.ts';

/**
 * When a body may decide: at least this `share` of its members (0 to 1; with `is_more` more than it), or at least `count`
 * of them. A rule that names neither asks for nothing. `with_secretary`: the secretary is one of them.
 */
export const quorumRule = z.looseObject({
  share: maybe(z.number().check(z.gt(0), z.lte(1))),
  is_more: maybe(z.boolean()),
  count: maybe(z.int().check(z.gte(1), z.lte(10_000))),
  with_secretary: maybe(z.boolean()),
});
export type QuorumRule = z.infer<typeof quorumRule>;

/** A rule in words, as it goes on after «Кворум: »; undefined where it asks for nothing. */
export function quorumWords({ count, share, is_more }: QuorumRule): string | undefined {
  if (count) return `не менее ${count}`;
  if (!share) return undefined;
  const part = shareWords.find(([known]) => Math.abs(known - share) < 1e-4)?.[1];
  const percent = `${(share * 100).toLocaleString('ru', { maximumFractionDigits: 2 })}\u00A0%`;
  if (share === 1) return 'все';
  return is_more ? `больше ${part ?? percent}` : `не менее ${part ?? percent}`;
}

const shareWords = [
  [1 / 2, 'половины'],
  [1 / 3, 'трети'],
  [2 / 3, 'двух третей'],
  [3 / 4, 'трёх четвертей'],
] as const;

/** The rules that bodies usually have. */
export const usualQuorums: readonly QuorumRule[] = [
  { share: 1 / 2, is_more: true },
  { share: 1 / 2 },
  { share: 2 / 3 },
  { share: 2 / 3, is_more: true },
  { share: 3 / 4 },
  { share: 1 },
];

/** Two thirds of nine are six, though 2/3 is not a number that a computer has. */
const rounding = 1e-9;

/** How many of `total` members have to be there; null where the rule asks for nothing. */
export function neededFor(rule: QuorumRule | null | undefined, total: number): number | null {
  if (rule?.count) return rule.count;
  if (!rule?.share) return null;
  const share = rule.share * total;
  return rule.is_more ? Math.floor(share + rounding) + 1 : Math.max(1, Math.ceil(share - rounding));
}
