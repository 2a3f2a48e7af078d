import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test('the time left follows the pace since the first sign of progress', () => {
  let now = 0;
  const left = timeLeft(() => now);
  expect(left(40)).toEqual({});
  now = 2_000;
  expect(left(41)).toEqual({});
  now = 10_000;
  expect(left(50)).toEqual({ seconds_left: 50 });
  now = 12_000;
  expect(left(40)).toEqual({});
});
