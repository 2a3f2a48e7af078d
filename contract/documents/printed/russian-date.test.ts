import { expect, test } from 'vitest';
import { isoDate, longDate, meetingDate, shortDate } from './russian-date.ts';

const zone = 'Europe/Moscow';

test('a long date has no-break spaces, a short one is in figures', () => {
  expect(longDate('2026-11-20T10:00:00+03:00', zone)).toBe('20\u00a0ноября\u00a02026\u00a0г.');
  expect(shortDate('2026-03-05', zone)).toBe('05.03.2026');
});

test('the day is that of the written offset, for UTC that of the zone', () => {
  expect(isoDate('2026-11-20T00:30:00+10:00', zone)).toBe('2026-11-20');
  expect(isoDate('2026-11-19T21:30:00Z', zone)).toBe('2026-11-20');
  expect(isoDate('2026-11-19T21:30:00.000Z', 'America/New_York')).toBe('2026-11-19');
});

test.each([
  ['2026-12-18', '2026-12-21', '18–21.12.2026'],
  ['2026-11-30', '2026-12-02', '30.11–02.12.2026'],
  ['2026-12-30', '2027-01-02', '30.12.2026–02.01.2027'],
  ['2026-12-18', '2026-12-18', '18\u00a0декабря\u00a02026\u00a0г.'],
  ['2026-12-18', '2026-12-01', '18\u00a0декабря\u00a02026\u00a0г.'],
  ['2026-12-18', null, '18\u00a0декабря\u00a02026\u00a0г.'],
])('prints the date of a meeting from %s to %s', (from, to, printed) => {
  expect(meetingDate(from, to, zone)).toBe(printed);
});

test('an invalid or missing date prints nothing', () => {
  expect([
    longDate('завтра', zone),
    shortDate(undefined, zone),
    meetingDate(null, undefined, zone),
    isoDate('', zone),
  ]).toEqual(['', '', '', '']);
});
