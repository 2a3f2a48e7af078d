import { expect, test } from 'vitest';
import { officeClock, startAfter, weekBefore } from './office-clock.ts';

test.each([
  ['2026-11-27T06:00:00Z', 'Europe/Moscow', { day: '2026-11-27', hour: 9, weekday: 5 }],
  ['2026-11-26T23:00:00Z', 'Asia/Vladivostok', { day: '2026-11-27', hour: 9, weekday: 5 }],
  ['2026-11-29T21:30:00Z', 'Europe/Moscow', { day: '2026-11-30', hour: 0, weekday: 1 }],
  // The clocks went back an hour in the previous night.
  ['2026-10-25T08:00:00Z', 'Europe/Berlin', { day: '2026-10-25', hour: 9, weekday: 7 }],
])('%s in %s gives the local day and hour', (now, zone, expected) => {
  expect(officeClock(new Date(now), zone)).toEqual(expected);
});

test('the previous week is whole, on a Monday and on a Sunday, and over a clock change', () => {
  expect(weekBefore('2026-11-30', 'Europe/Moscow')).toEqual({
    ...{ monday: '2026-11-23', sunday: '2026-11-29' },
    ...{ from: new Date('2026-11-22T21:00:00Z'), to: new Date('2026-11-29T21:00:00Z') },
  });
  expect(weekBefore('2026-12-06', 'Europe/Moscow').monday).toBe('2026-11-23');
  const { from, to } = weekBefore('2026-10-26', 'Europe/Berlin');
  expect((to.getTime() - from.getTime()) / 3_600_000).toBe(7 * 24 + 1);
});

test('a later day begins at the midnight of its zone', () => {
  expect(startAfter('2026-11-27', 5, 'Asia/Vladivostok')).toEqual(new Date('2026-12-01T14:00:00Z'));
});
