import { describe, expect, test, vi } from 'vitest';
import {
  formatAbout,
  formatClock,
  formatDay,
  formatDayInWeek,
  formatDuration,
  formatFullMoment,
  formatMoment,
  formatMonth,
  formatShortWeekday,
  formatSpan,
  formatTimecode,
  formatTimeLeft,
  formatWeekday,
  formatWeekdayNumber,
  formatWhen,
  readDate,
  readDayValue,
  startOfDay,
} from './dates.ts';

const now = new Date(2026, 10, 20, 14, 21);
const tenOClock = new Date(2026, 10, 20, 10, 0);

describe('dates in Russian', () => {
  test('the year is omitted when it is the current one', () => {
    expect(formatMoment(tenOClock, now)).toBe('20 ноября, 10:00');
    expect(formatMoment(new Date(2025, 0, 9, 9, 30), now)).toBe('9 января 2025 г., 09:30');
  });

  test('a full date has its year', () => {
    expect(formatFullMoment(tenOClock.toISOString())).toBe('20 ноября 2026 г., 10:00');
  });

  test('a date without a time is the same day everywhere, and has no clock', () => {
    expect(formatMoment('2026-11-20', now)).toBe('20 ноября');
    expect(formatFullMoment('2025-11-20')).toBe('20 ноября 2025 г.');
    expect(formatDay('2026-11-20', now)).toBe('20 ноября');
    expect(formatClock('2026-11-20')).toBe('');
  });

  test('a moment of today is shown by the clock only', () => {
    expect(formatWhen(tenOClock, '', now)).toBe('10:00');
    expect(formatWhen(tenOClock, 'в ', now)).toBe('в 10:00');
    expect(formatWhen(new Date(2026, 10, 19, 10, 0), 'в ', now)).toBe('19 ноября, 10:00');
  });

  test('a heading starts with a capital letter', () => {
    expect(formatWeekday(now)).toBe('Пятница, 20 ноября');
    expect(formatMonth(now)).toBe('Ноябрь 2026');
    expect(formatDayInWeek(now)).toBe('пятница, 20 ноября');
    expect(formatWeekdayNumber(now)).toBe('пт 20');
  });

  test('every day of a year is formatted as Intl does', () => {
    const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('ru', options);
    const full = intl({ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' });
    const inWeek = intl({ weekday: 'long', day: 'numeric', month: 'long' });
    const short = intl({ weekday: 'short' });
    const head = intl({ month: 'long', year: 'numeric' });
    for (let day = 1; day <= 366; day += 1) {
      const date = new Date(2028, 0, day, day % 24, day % 60);
      expect(formatFullMoment(date)).toBe(full.format(date).replace(' в ', ', '));
      expect(formatDayInWeek(date)).toBe(inWeek.format(date));
      expect(formatShortWeekday(date)).toBe(short.format(date));
      expect(`${formatMonth(date).toLowerCase()} г.`).toBe(head.format(date));
    }
  });

  test.each([undefined, null, '', 'вчера'])('%j is shown as an empty string', (value) => {
    expect(formatMoment(value, now)).toBe('');
  });
});

test.each([
  [0, '0:00'],
  [845.9, '14:05'],
  [3723, '1:02:03'],
  [-5, '0:00'],
])('%d s of a recording is %s', (seconds, words) => {
  expect(formatTimecode(seconds)).toBe(words);
});

test.each([
  [0, '0\u00A0секунд'],
  [61, '1\u00A0минута 1\u00A0секунда'],
  [7322.9, '2\u00A0часа 2\u00A0минуты 2\u00A0секунды'],
  [3600, '1\u00A0час'],
])('%d s are read aloud as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [20, 'осталось меньше минуты'],
  [170, 'осталось 3\u00A0мин'],
  [3900, 'осталось 1\u00A0ч 5\u00A0мин'],
  [7200, 'осталось 2\u00A0ч'],
])('%d s left', (seconds, words) => {
  expect(formatTimeLeft(seconds)).toBe(words);
});

test('a date without a time is the local day, an instant is its moment', () => {
  expect(readDayValue('2026-11-21')).toEqual(new Date(2026, 10, 21));
  expect(readDate('2026-11-21')).toEqual(new Date(2026, 10, 21));
  expect(readDate('2026-11-21T07:00:00Z')?.toISOString()).toBe('2026-11-21T07:00:00.000Z');
  for (const text of [null, undefined, '', 'скоро']) expect(readDate(text)).toBeUndefined();
  expect(readDayValue('2026-02-31')).toBeUndefined();
});

test('a span names its end by the hour, or by its day where that is another', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  expect(formatSpan(at(21, 11), at(21, 12))).toBe('21 ноября 2026 г., 11:00–12:00');
  expect(formatSpan(at(21, 11), at(22, 10))).toBe('21 ноября 2026 г., 11:00 — 22 ноября 2026 г., 10:00');
  expect(formatSpan(at(21, 11), null)).toBe('21 ноября 2026 г., 11:00');
  expect(formatSpan(null, null)).toBe('');
});

test.each([
  ['Europe/Moscow', '2026-11-21', '+03:00'],
  ['America/New_York', '2026-03-08', '-05:00'],
  ['America/New_York', '2026-03-09', '-04:00'],
  ['Asia/Kolkata', '2026-11-21', '+05:30'],
])('in %s %s begins with the offset %s', (zone, day, offset) => {
  vi.stubEnv('TZ', zone);
  expect(startOfDay(day)).toBe(`${day}T00:00:00${offset}`);
  vi.unstubAllEnvs();
});

test.each([
  [30, 'меньше минуты'],
  [60, 'около 1\u00A0минуты'],
  [700, 'около 12\u00A0минут'],
  [1_260, 'около 21\u00A0минуты'],
  [3_900, 'около 1\u00A0часа 5\u00A0минут'],
  [7_200, 'около 2\u00A0часов'],
])('%d seconds more: «%s»', (seconds, words) => {
  expect(formatAbout(seconds)).toBe(words);
});
