import { describe, expect, test } from 'vitest';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { shownRange } from '../calendar/shown-range.ts';
import {
  drawnEnd,
  lengthened,
  type MeetingTimes,
  MovedEnd,
  morningOf,
  movedByDays,
  movedBySlots,
  newStart,
  nextWeek,
  soon,
  timeFields,
  timeWords,
} from './meeting-times.ts';

const at = (start: string, end?: string): MeetingTimes => ({
  start: new Date(start),
  end: end ? new Date(end) : undefined,
});

describe('a meeting moved by days', () => {
  test.each([
    [
      'Europe/Berlin',
      '2026-10-24T10:00',
      '2026-10-24T11:30',
      1,
      '2026-10-25T10:00:00+01:00',
      '2026-10-25T11:30:00+01:00',
    ],
    [
      'Europe/Berlin',
      '2026-03-28T23:30',
      '2026-03-29T04:00',
      1,
      '2026-03-29T23:30:00+02:00',
      '2026-03-30T04:00:00+02:00',
    ],
    [
      'Asia/Kamchatka',
      '2026-11-30T09:00',
      '2026-11-30T10:00',
      7,
      '2026-12-07T09:00:00+12:00',
      '2026-12-07T10:00:00+12:00',
    ],
    [
      'America/New_York',
      '2026-11-01T10:00',
      '2026-11-01T11:00',
      -1,
      '2026-10-31T10:00:00-04:00',
      '2026-10-31T11:00:00-04:00',
    ],
  ])('keeps its hours over a clock change in %s', (name, start, end, days, from, to) => {
    useTimeZone(name);
    expect(timeFields(movedByDays(at(start, end), days))).toEqual({ start_at: from, end_at: to });
  });

  test('keeps its length when its hour does not exist on the day', () => {
    useTimeZone('Europe/Berlin');
    const { start, end } = movedByDays(at('2026-03-28T02:30', '2026-03-28T03:00'), 1);
    expect((end?.getTime() ?? 0) - start.getTime()).toBe(30 * 60_000);
  });
});

test('a meeting moved by slots keeps its length, over midnight too; one without an end gets none', () => {
  useTimeZone('Europe/Moscow');
  const { start, end } = movedBySlots(at('2026-11-21T23:30', '2026-11-22T00:30'), 1);
  expect([start, end]).toEqual([new Date('2026-11-22T00:00'), new Date('2026-11-22T01:00')]);
  expect(movedBySlots(at('2026-11-21T10:00'), -2)).toEqual(at('2026-11-21T09:00'));
});

test('an end moves over midnight, but neither to the start nor beyond a month', () => {
  const late = at('2026-11-21T23:30', '2026-11-21T24:00');
  expect(lengthened(late, 1)?.end).toEqual(new Date('2026-11-22T00:30'));
  expect(lengthened(late, -1)).toBeUndefined();
  expect(lengthened(at('2026-11-21T10:00'), 1)?.end).toEqual(new Date('2026-11-21T10:30'));
  expect(lengthened(at('2026-11-01T10:00', '2026-12-02T10:00'), 1)).toBeUndefined();
});

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

const october = (day: number, hour = 0, minute = 0) => new Date(2026, 9, day, hour, minute);

test('a time that is drawn ends where it was drawn to; a single slot is a click', () => {
  expect(drawnEnd(october(20, 10), october(20, 11, 30), false)).toEqual(october(20, 11, 30));
  expect(drawnEnd(october(20, 10), october(20, 10, 30), false)).toBeUndefined();
});

test('drawn days begin in the morning of the first and end with the working day of the last', () => {
  expect(morningOf(october(20))).toEqual(october(20, 10));
  expect(drawnEnd(october(20), october(23), true)).toEqual(october(22, 18));
  expect(drawnEnd(october(20), october(21), true)).toBeUndefined();
  // The same across the night in which the clocks go back.
  expect(drawnEnd(october(24), october(27), true)).toEqual(october(26, 18));
});

const inMarch = (year: string, hour: string) => `${year}-03-25T${hour}:00:00Z`;

test('the end keeps its distance from the start while a year is typed digit by digit', () => {
  const moved = new MovedEnd(inMarch('2026', '10'));
  for (const year of ['0002', '0020', '0203'])
    expect(moved.follow(inMarch(year, '10'), inMarch('2026', '12'))).toBeUndefined();
  expect(Date.parse(moved.follow(inMarch('2031', '10'), inMarch('2026', '12')) ?? '')).toBe(
    Date.parse(inMarch('2031', '12')),
  );
});

test('an end that is missing, unfinished or before the start is not changed', () => {
  for (const end of [null, 'unfinished', inMarch('2026', '09')]) {
    expect(new MovedEnd(inMarch('2026', '10')).follow(inMarch('2026', '11'), end)).toBeUndefined();
  }
  expect(new MovedEnd(null).follow(inMarch('2026', '11'), inMarch('2026', '12'))).toBeUndefined();
});

const today = new Date(2026, 10, 21);
const localTime = (month: number, day: number, hour: number, minute = 0, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).toISOString();

test.each([
  [{ start_at: localTime(12, 3, 10, 30), end_at: localTime(12, 3, 11, 30) }, '3 декабря, 10:30–11:30'],
  [
    { start_at: localTime(12, 3, 10, 30, 2027), end_at: localTime(12, 3, 11, 0, 2027) },
    '3 декабря 2027 г., 10:30–11:00',
  ],
  [{ start_at: localTime(12, 3, 23), end_at: localTime(12, 4, 1) }, '3 декабря, 23:00 – 4 декабря, 01:00'],
  [{ start_at: localTime(12, 3, 10), end_at: null }, '3 декабря, 10:00'],
  [{ start_at: '2026-12-03' }, '3 декабря'],
  [{}, ''],
])('%o is worded as «%s»', (times, words) => {
  expect(timeWords(times, { now: today })).toBe(words);
});

test('on the given day only the hours are named', () => {
  const times = { start_at: localTime(12, 3, 10), end_at: localTime(12, 3, 11) };
  expect(timeWords(times, { day: new Date(2026, 11, 3), now: today })).toBe('10:00–11:00');
  expect(timeWords(times, { day: new Date(2026, 11, 4), now: today })).toBe('3 декабря, 10:00–11:00');
  expect(timeWords({ start_at: '2026-12-03' }, { day: new Date(2026, 11, 3), now: today })).toBe('3 декабря');
});
