import { describe, expect, test } from 'vitest';
import { day, instant } from '#contract/common.ts';
import { readDay, readInstant, unfinishedDate, writeInstant } from './date-value.ts';

describe('an instant keeps its moment, written with the offset of the zone at that moment', () => {
  test.each([
    ['Europe/Moscow', '2026-11-21T07:00:00Z', '2026-11-21T10:00:00+03:00'],
    ['Europe/Berlin', '2026-07-01T08:30:00Z', '2026-07-01T10:30:00+02:00'],
    ['Europe/Berlin', '2026-12-01T08:30:00Z', '2026-12-01T09:30:00+01:00'],
    ['Asia/Kolkata', '2026-11-21T10:00:00+03:00', '2026-11-21T12:30:00+05:30'],
    ['America/St_Johns', '2026-01-05T12:00:00Z', '2026-01-05T08:30:00-03:30'],
  ])('%s: %s', (zone, wire, local) => {
    const written = writeInstant(readInstant(wire, zone) ?? expect.fail('no instant'));
    expect(written).toBe(local);
    expect(Date.parse(written)).toBe(Date.parse(wire));
    expect(instant.safeParse(written).success).toBe(true);
  });

  test('both of the hours that are repeated in autumn', () => {
    const first = readInstant('2026-10-25T00:30:00Z', 'Europe/Berlin');
    const second = readInstant('2026-10-25T01:30:00Z', 'Europe/Berlin');
    expect(first?.hour).toBe(2);
    expect(second?.hour).toBe(2);
    expect(first && writeInstant(first)).toBe('2026-10-25T02:30:00+02:00');
    expect(second && writeInstant(second)).toBe('2026-10-25T02:30:00+01:00');
  });

  test('setting a day across a clock change keeps the hour, not the offset', () => {
    const before = readInstant('2026-03-28T09:00:00Z', 'Europe/Berlin');
    expect(before && writeInstant(before.set({ day: 30 }))).toBe('2026-03-30T10:00:00+02:00');
  });
});

test('a day is read from a day and from an instant, and from nothing else', () => {
  expect(readDay('2026-11-21')?.toString()).toBe('2026-11-21');
  expect(readDay('2026-11-21T12:00:00')?.toString()).toBe('2026-11-21');
  for (const text of [null, undefined, '', 'завтра', '2026-02-31', unfinishedDate]) expect(readDay(text)).toBeNull();
});

test('a partly typed date is rejected by the contract', () => {
  expect(day.safeParse(unfinishedDate).success).toBe(false);
  expect(instant.safeParse(unfinishedDate).success).toBe(false);
});
