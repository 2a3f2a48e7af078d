import { expect, test } from 'vitest';
import { medianOf } from './period.ts';

test.each([
  ['nothing', [], null],
  ['one', [[4, 1]], 4],
  [
    'an odd number',
    [
      [1, 2],
      [5, 1],
    ],
    1,
  ],
  [
    'an even number, between two',
    [
      [1, 2],
      [5, 2],
    ],
    3,
  ],
  [
    'an even number within one',
    [
      [0, 1],
      [2, 6],
      [9, 1],
    ],
    2,
  ],
  [
    'many',
    [
      [0, 3],
      [7, 4],
    ],
    7,
  ],
])('the median of %s', (_what, counts, median) => {
  expect(medianOf(counts.map(([days = 0, protocols = 0]) => ({ days, protocols })))).toBe(median);
});
