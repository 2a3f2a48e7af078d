import { expect, test } from 'vitest';
import { shownRange } from '../calendar/shown-range.ts';
import { newStart, nextWeek, soon } from './meeting-times.ts';

const now = new Date(2026, 10, 22, 12, 30);

test.each([
  ['week', new Date(2026, 10, 25), new Date(2026, 10, 25, 10)],
  ['day', new Date(2026, 10, 21), new Date(2026, 10, 21, 10)],
  ['list', new Date(2027, 0, 31), new Date(2027, 0, 31, 10)],
] as const)('a new meeting begins on the days that are shown: %s', (view, date, start) => {
  expect(newStart(shownRange(view, date), date, now)).toEqual(start);
});

test.each([
  ['week', new Date(2026, 10, 16)],
  ['day', new Date(2026, 10, 22)],
  ['month', new Date(2026, 10, 1)],
] as const)('the start is left open where today is shown: %s', (view, date) => {
  expect(newStart(shownRange(view, date), date, now)).toBeUndefined();
});

test.each([
  ['in the middle of a working day', new Date(2026, 10, 23, 12, 30), new Date(2026, 10, 23, 13)],
  ['in its last hour', new Date(2026, 10, 23, 18, 59), new Date(2026, 10, 23, 19)],
  ['on a Sunday by day', now, new Date(2026, 10, 22, 13)],
  ['in the evening', new Date(2026, 10, 23, 19), new Date(2026, 10, 24, 10)],
  ['at night', new Date(2026, 10, 24, 2, 20), new Date(2026, 10, 24, 10)],
  ['on a Friday evening', new Date(2026, 10, 27, 22), new Date(2026, 10, 30, 10)],
  ['in the night to Sunday', new Date(2026, 10, 22, 3), new Date(2026, 10, 23, 10)],
  ['on the last evening of a year', new Date(2026, 11, 31, 23, 30), new Date(2027, 0, 1, 10)],
])('the next suitable hour %s', (_when, at, start) => {
  expect(soon(at)).toEqual(start);
});

test.each([
  ['a week later', new Date(2026, 10, 25, 10), new Date(2026, 11, 2, 10)],
  ['next time from now, of one long past', new Date(2026, 8, 1, 10), new Date(2026, 10, 24, 10)],
  ['not today when its hour is over', new Date(2026, 10, 15, 10), new Date(2026, 10, 29, 10)],
])('the next date of a weekly meeting: %s', (_when, start, next) => {
  expect(nextWeek({ start, end: undefined }, now).start).toEqual(next);
});
