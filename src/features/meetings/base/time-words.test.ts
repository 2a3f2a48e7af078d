import { expect, test } from 'vitest';
import { timeWords } from './meeting-times.ts';

const now = new Date(2026, 10, 21);
const at = (month: number, day: number, hour: number, minute = 0, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).toISOString();

test.each([
  [{ start_at: at(12, 3, 10, 30), end_at: at(12, 3, 11, 30) }, '3 декабря, 10:30–11:30'],
  [{ start_at: at(12, 3, 10, 30, 2027), end_at: at(12, 3, 11, 0, 2027) }, '3 декабря 2027 г., 10:30–11:00'],
  [{ start_at: at(12, 3, 23), end_at: at(12, 4, 1) }, '3 декабря, 23:00 – 4 декабря, 01:00'],
  [{ start_at: at(12, 3, 10), end_at: null }, '3 декабря, 10:00'],
  [{ start_at: '2026-12-03' }, '3 декабря'],
  [{}, ''],
])('%o is worded as «%s»', (times, words) => {
  expect(timeWords(times, { now })).toBe(words);
});

test('on the given day only the hours are named', () => {
  const times = { start_at: at(12, 3, 10), end_at: at(12, 3, 11) };
  expect(timeWords(times, { day: new Date(2026, 11, 3), now })).toBe('10:00–11:00');
  expect(timeWords(times, { day: new Date(2026, 11, 4), now })).toBe('3 декабря, 10:00–11:00');
  expect(timeWords({ start_at: '2026-12-03' }, { day: new Date(2026, 11, 3), now })).toBe('3 декабря');
});
