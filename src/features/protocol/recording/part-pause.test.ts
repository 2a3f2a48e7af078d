import { expect, test } from 'vitest';
import { offsetText, pauseText, readOffset, readPause } from './part-pause.ts';

test.each([
  ['', 0],
  ['15', 900],
  ['15:00', 900],
  ['1:15:30', 4_530],
  [' 00:41:10 ', 2_470],
  ['1:75', undefined],
  ['час', undefined],
  ['-5', undefined],
])('«%s» is a pause of %s seconds', (typed, seconds) => {
  expect(readPause(typed)).toBe(seconds);
});

test.each([
  ['', 0],
  ['0:30', 30],
  ['+0:30', 30],
  ['−0:30', -30],
  [' - 1:00 ', -60],
  ['–2', -120],
  ['−0:00', 0],
  ['--1', undefined],
  ['раньше', undefined],
])('«%s» is an offset of %s seconds', (typed, seconds) => {
  expect(readOffset(typed)).toBe(seconds);
});

test('a formatted time is read back', () => {
  for (const seconds of [0, 59, -59, 4_530, -4_530]) expect(readOffset(offsetText(seconds))).toBe(seconds);
  for (const seconds of [0, 59, 900, 4_530]) expect(readPause(pauseText(seconds))).toBe(seconds);
});
