import { afterEach, expect, test, vi } from 'vitest';
import { isOverdue } from '#contract/tasks/task-deadline.ts';
import { dayOfDeadline, deadlineWords, endOfDayHere, formatDeadline, overdueWords } from './deadline.ts';

const zones = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Asia/Vladivostok',
  'America/New_York',
  'Pacific/Kiritimati',
  'UTC',
];

afterEach(() => vi.unstubAllEnvs());

test.each(zones)('a deadline written in %s is the same day in every time zone', (zone) => {
  vi.stubEnv('TZ', zone);
  // The clocks in New York go back in the night after the second date.
  const written = ['2026-12-04', '2026-10-31', '2026-03-08'].map(endOfDayHere);
  for (const reader of zones) {
    vi.stubEnv('TZ', reader);
    expect(written.map(dayOfDeadline)).toEqual(['2026-12-04', '2026-10-31', '2026-03-08']);
  }
});

test('a deadline passes when its day ends where it was written', () => {
  vi.stubEnv('TZ', 'Asia/Vladivostok');
  const due_at = endOfDayHere('2026-12-04');
  expect(due_at).toBe('2026-12-04T23:59:00+10:00');
  expect(isOverdue({ status: 'new', due_at }, new Date('2026-12-04T23:58:00+10:00'))).toBe(false);
  expect(isOverdue({ status: 'new', due_at }, new Date('2026-12-05T00:01:00+10:00'))).toBe(true);
});

test('an instant in UTC, which names no zone, is read in the local calendar', () => {
  vi.stubEnv('TZ', 'Europe/Moscow');
  expect(dayOfDeadline('2026-12-04T20:59:00.000Z')).toBe('2026-12-04');
  expect(dayOfDeadline('2026-12-04T21:30:00.000Z')).toBe('2026-12-05');
  expect(formatDeadline('2026-12-04T23:59:00-05:00', new Date(2026, 11, 1))).toBe('4 декабря');
  expect(dayOfDeadline('2026-12-04')).toBe('2026-12-04');
  expect([dayOfDeadline('скоро'), dayOfDeadline(null)]).toEqual(['', '']);
});

test.each([
  ['2026-11-21T10:00:00+03:00', 'Срок истёк сегодня'],
  ['2026-11-20', 'Просрочено на 1\u00A0день'],
  ['2026-11-18', 'Просрочено на 3\u00A0дня'],
  ['2026-11-10', 'Просрочено на 11\u00A0дней'],
  ['2026-10-31', 'Просрочено на 21\u00A0день'],
])('%s: %s', (due, words) => {
  vi.stubEnv('TZ', 'Europe/Moscow');
  expect(overdueWords(due, new Date('2026-11-21T15:00:00+03:00'))).toBe(words);
});

test('a day shortened by the clock change counts as one', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(overdueWords('2026-03-07', new Date(2026, 2, 9, 0, 30))).toBe('Просрочено на 2\u00A0дня');
});

test.each([
  [{ status: 'new', due_at: '2026-12-04' }, 'до 4 декабря'],
  [{ status: 'new', due_at: '2026-12-04', carried_on: true }, 'до 4 декабря, перенесено'],
  [{ status: 'done', due_at: '2026-12-04', carried_on: true }, 'до 4 декабря'],
  [{ status: 'new', due_at: null, carried_on: true }, ''],
])('the deadline of %o in words', (task, words) => {
  expect(deadlineWords({ id: 't1', ...task }, new Date(2026, 10, 28)).replaceAll('\u00A0', ' ')).toBe(words);
});
