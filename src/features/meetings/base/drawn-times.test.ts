import { expect, test } from 'vitest';
import { drawnEnd, morningOf } from './meeting-times.ts';

const at = (day: number, hour = 0, minute = 0) => new Date(2026, 9, day, hour, minute);

test('a time that is drawn ends where it was drawn to; a single slot is a click', () => {
  expect(drawnEnd(at(20, 10), at(20, 11, 30), false)).toEqual(at(20, 11, 30));
  expect(drawnEnd(at(20, 10), at(20, 10, 30), false)).toBeUndefined();
});

test('drawn days begin in the morning of the first and end with the working day of the last', () => {
  expect(morningOf(at(20))).toEqual(at(20, 10));
  expect(drawnEnd(at(20), at(23), true)).toEqual(at(22, 18));
  expect(drawnEnd(at(20), at(21), true)).toBeUndefined();
  // The same across the night in which the clocks go back.
  expect(drawnEnd(at(24), at(27), true)).toEqual(at(26, 18));
});
