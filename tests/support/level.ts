/**
 * How much of the suite runs: `short` is `npm test`, everything a change can break; `long` is `npm run test:long`, the same
 * with its full repetitions. What only the long level runs stands in files `*.long.test.ts` and `*.long.spec.ts`, or asks here.
 */
export const isLong = process.env.TEST_LEVEL === 'long';

/** The first at the short level, the second at the long one: sizes, repetitions, rows of a table. */
export function byLevel<T>(short: T, long: T): T {
  return isLong ? long : short;
}

/**
 * Every row at the long level; at the short one each `step`-th, beginning with the row `offset` (whole numbers, from 0).
 * With another offset for each call of the table the short level still meets every row somewhere.
 */
export function sampled<T>(rows: readonly T[], step: number, offset = 0): readonly T[] {
  return isLong ? rows : rows.filter((_, index) => index % step === offset % step);
}
