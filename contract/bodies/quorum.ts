import * as z from 'zod/mini';
import { maybe } from '#contract/common.ts';

/**
 * Quorum rule of a body: at least `share` of its members (0 to 1; with `is_more`, more than that), or at least `count`
 * of them. A rule with neither requires nothing. `with_secretary`: the secretary counts as one of them.
 */
export const quorumRule = z.looseObject({
  share: maybe(z.number().check(z.gt(0), z.lte(1))),
  is_more: maybe(z.boolean()),
  count: maybe(z.int().check(z.gte(1), z.lte(10_000))),
  with_secretary: maybe(z.boolean()),
});
export type QuorumRule = z.infer<typeof quorumRule>;

/** Returns a rule in words, to follow «Кворум: »; undefined if it requires nothing. */
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

/** Common rules to choose from. */
export const usualQuorums: readonly QuorumRule[] = [
  { share: 1 / 2, is_more: true },
  { share: 1 / 2 },
  { share: 2 / 3 },
  { share: 2 / 3, is_more: true },
  { share: 3 / 4 },
  { share: 1 },
];

/** Tolerance for rounding: two thirds of nine are six, though 2/3 has no exact floating-point value. */
const rounding = 1e-9;

/** Returns how many of `total` members must be present; null if the rule requires nothing. */
export function neededFor(rule: QuorumRule | null | undefined, total: number): number | null {
  if (rule?.count) return rule.count;
  if (!rule?.share) return null;
  const share = rule.share * total;
  return rule.is_more ? Math.floor(share + rounding) + 1 : Math.max(1, Math.ceil(share - rounding));
}
