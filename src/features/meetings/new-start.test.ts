import { expect, test } from 'vitest';
import { shownRange } from './calendar/shown-range.ts';
import { newStart } from './new-start.ts';

const now = new Date(2026, 10, 22, 12, 30);

test.each([
  ['week', new Date(2026, 10, 25), new Date(2026, 10, 25, 10)],
  ['day', new Date(2026, 10, 21), new Date(2026, 10, 21, 10)],
  ['list', new Date(2027, 0, 31), new Date(2027, 0, 31, 10)],
] as const)('a new meeting begins on the days that are looked at: %s', (view, date, start) => {
  expect(newStart(shownRange(view, date), date, now)).toEqual(start);
});

test.each([
  ['week', new Date(2026, 10, 16)],
  ['day', new Date(2026, 10, 22)],
  ['month', new Date(2026, 10, 1)],
] as const)('soon, where today is shown: %s', (view, date) => {
  expect(newStart(shownRange(view, date), date, now)).toBeUndefined();
});
