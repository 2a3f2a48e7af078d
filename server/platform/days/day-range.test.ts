import { expect, test } from 'vitest';
import { Problem } from '#server/platform/problem/index.ts';
import { dayRangeOf, endOfDay, namedDay, officeDay } from './day-range.ts';

const now = new Date('2026-11-30T22:30:00Z');
const zone = 'Europe/Moscow';
const range = (start_date_at?: string, end_date_at?: string) => {
  const { from, to } = dayRangeOf({ start_date_at, end_date_at }, { now, zone });
  return [from.toISOString(), to.toISOString()];
};

test.each([
  ['plain days are Moscow’s, both included', '2026-11-20', '2026-11-21', '2026-11-19T21:00', '2026-11-21T21:00'],
  ['one day', '2026-11-20', '2026-11-20', '2026-11-19T21:00', '2026-11-20T21:00'],
  [
    'an instant means its day where it was written',
    '2026-11-20T15:00:00+10:00',
    '2026-11-20T16:00:00+10:00',
    '2026-11-19T14:00',
    '2026-11-20T14:00',
  ],
  ['Z is an offset too', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', '2026-11-20T00:00', '2026-11-21T00:00'],
  [
    'each end has its own offset where clocks changed',
    '2026-03-28T00:00:00+01:00',
    '2026-03-29T23:00:00+02:00',
    '2026-03-27T23:00',
    '2026-03-29T22:00',
  ],
  ['Moscow had summer time once', '2010-07-01', '2010-07-01', '2010-06-30T20:00', '2010-07-01T20:00'],
  ['and the day of its change had 23 hours', '2010-03-28', '2010-03-28', '2010-03-27T21:00', '2010-03-28T20:00'],
  [
    'offsets of half an hour, over a new year',
    '2026-12-31T00:00:00-03:30',
    '2027-01-01T00:00:00-03:30',
    '2026-12-31T03:30',
    '2027-01-02T03:30',
  ],
])('%s', (_, start, end, from, to) => {
  expect(range(start, end)).toEqual([`${from}:00.000Z`, `${to}:00.000Z`]);
});

test('without dates the range is the last, this and the next month of the office', () => {
  // In Moscow it is December already.
  expect(range()).toEqual(['2026-10-31T21:00:00.000Z', '2027-01-31T21:00:00.000Z']);
});

test('with one date the range is a year', () => {
  expect(range('2026-01-01')).toEqual(['2025-12-31T21:00:00.000Z', '2027-01-01T21:00:00.000Z']);
  expect(range(undefined, '2026-12-31')).toEqual(['2025-12-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z']);
});

test.each([
  ['2026-11-20', '2026-11-19', 'Конец периода раньше начала'],
  ['2026-01-01', '2027-02-05', 'Период не может быть длиннее 400 дней'],
])('%s – %s is refused with an error at its end', (start, end, message) => {
  try {
    range(start, end);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).errors).toEqual({ end_date_at: [message] });
  }
  expect(() => range('2026-01-01', '2027-02-04')).not.toThrow();
});

test('a deadline that is a day is the end of that day, an instant stays as it was written', () => {
  expect(endOfDay('2026-11-20', zone)).toBe('2026-11-20T23:59:59+03:00');
  expect(endOfDay('2010-07-01', zone)).toBe('2010-07-01T23:59:59+04:00');
  expect(endOfDay('2026-11-20T18:00:00-05:00', zone)).toBe('2026-11-20T18:00:00-05:00');
});

test('days are those of the organization’s time zone', () => {
  const { from, to } = dayRangeOf(
    { start_date_at: '2026-11-20', end_date_at: '2026-11-20' },
    { now, zone: 'Asia/Vladivostok' },
  );
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-11-19T14:00:00.000Z', '2026-11-20T14:00:00.000Z']);
  expect(endOfDay('2026-11-20', 'Asia/Vladivostok')).toBe('2026-11-20T23:59:59+10:00');
});

test('an instant names the day of its offset; one in UTC names the day of the organization', () => {
  expect(namedDay('2025-12-31T23:30:00-03:00', zone)).toBe('2025-12-31');
  expect(namedDay('2025-12-31T21:30:00Z', zone)).toBe('2026-01-01');
  expect(namedDay('2025-12-31T20:30:00.000Z', zone)).toBe('2025-12-31');
});

test('the office day is that of its time zone, not of UTC', () => {
  expect(officeDay({ now, zone })).toBe('2026-12-01');
  expect(officeDay({ now, zone: 'America/New_York' })).toBe('2026-11-30');
});
