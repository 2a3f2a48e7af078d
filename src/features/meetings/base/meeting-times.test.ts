import { describe, expect, test } from 'vitest';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { lengthened, type MeetingTimes, movedByDays, movedBySlots, timeFields } from './meeting-times.ts';

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
