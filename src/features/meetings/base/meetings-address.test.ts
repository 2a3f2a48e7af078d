import { describe, expect, test } from 'vitest';
import { paddedDays } from '#src/format/index.ts';
import { rangeTitle, shownRange, stepDate } from '../calendar/shown-range.ts';
import { placeAddress, readPlace } from './meetings-address.ts';

const now = new Date(2026, 10, 21, 12, 30);
const read = (text: string) => readPlace(new URLSearchParams(text), now);

describe('the address of the meetings', () => {
  test.each([
    '?view=week&date=2026-12-01',
    '?meeting=7',
    '?view=list&meeting=7&edit=1',
    '?new=1',
    '?new=2026-11-21T10%3A00%2F2026-11-21T11%3A30',
  ])('%s is the same after reading and writing', (text) => {
    expect(placeAddress(read(text), now)).toBe(text);
  });

  test.each(['', '?view=year', '?date=2026-02-31', '?date=tomorrow', '?date=2026-11-21'])('%j means today', (text) => {
    expect(read(text)).toEqual({ view: undefined, date: new Date(2026, 10, 21), dialog: { kind: 'none' } });
  });

  test('a new meeting with only a day begins in its morning', () => {
    expect(read('?new=2026-11-25').dialog).toMatchObject({ start: new Date(2026, 10, 25, 10), end: undefined });
  });

  test('an end before the start is ignored', () => {
    const { dialog } = read('?new=2026-11-21T10:00/2026-11-21T09:00');
    expect(dialog).toEqual({ kind: 'new', start: new Date(2026, 10, 21, 10), end: undefined });
  });
});

describe('the shown days', () => {
  const day = new Date(2026, 10, 21);

  test.each([
    ['day', '2026-11-20', '2026-11-22'],
    ['week', '2026-11-15', '2026-11-23'],
    ['month', '2026-10-25', '2026-12-07'],
    ['list', '2026-10-31', '2026-12-01'],
  ] as const)('the view %s requests one more day at both ends', (view, start, end) => {
    expect(paddedDays(shownRange(view, day))).toEqual([start, end]);
  });

  test('a step of a month from the last day stays within the next month', () => {
    expect(stepDate('month', new Date(2026, 0, 31), 1)).toEqual(new Date(2026, 1, 28));
    expect(stepDate('month', new Date(2026, 2, 31), -1)).toEqual(new Date(2026, 1, 28));
    expect(stepDate('week', day, 1)).toEqual(new Date(2026, 10, 28));
    expect(stepDate('day', day, -1)).toEqual(new Date(2026, 10, 20));
  });

  test.each([
    ['month', day, 'Ноябрь 2026'],
    ['list', day, 'Ноябрь 2026'],
    ['week', day, '16–22 ноября'],
    ['week', new Date(2026, 10, 30), '30 ноября\u00A0– 6 декабря'],
    ['week', new Date(2026, 11, 31), '28 декабря 2026 г.\u00A0– 3 января 2027 г.'],
    ['day', day, 'Суббота, 21 ноября'],
    ['day', new Date(2025, 10, 21), 'Пятница, 21 ноября 2025 г.'],
  ] as const)('the title of the view %s at %s', (view, date, words) => {
    expect(rangeTitle(view, date, now)).toBe(words);
  });
});
