import { expect, test } from 'vitest';
import { countOf, hasIndex, missingFrom, type Ranges, withIndex } from './ranges.ts';

test('indexes in any order make the fewest ranges', () => {
  const ranges = [3, 0, 1, 7, 2, 2].reduce<Ranges>(withIndex, []);
  expect(ranges).toEqual([
    [0, 3],
    [7, 7],
  ]);
  expect(countOf(ranges)).toBe(5);
});

test('an index joins the ranges on both its sides', () => {
  expect(
    withIndex(
      [
        [0, 1],
        [3, 4],
      ],
      2,
    ),
  ).toEqual([[0, 4]]);
});

test('adding an index does not mutate the given ranges', () => {
  const before: Ranges = [[0, 1]];
  withIndex(before, 2);
  expect(before).toEqual([[0, 1]]);
});

test('missing indexes are found before, between and after the ranges', () => {
  expect([
    ...missingFrom(
      [
        [1, 2],
        [5, 5],
      ],
      8,
    ),
  ]).toEqual([0, 3, 4, 6, 7]);
  expect([...missingFrom([], 2)]).toEqual([0, 1]);
  expect([...missingFrom([[0, 7]], 8)]).toEqual([]);
});

test('membership is inclusive', () => {
  expect([0, 1, 2, 3].map((index) => hasIndex([[1, 2]], index))).toEqual([false, true, true, false]);
});
