import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { newestMeetings } from './newest.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const council = { id: 'm1', title: 'Совет', start_at: at(10, 10), end_at: at(10, 11) };
const read = (start_date_at: string, end_date_at: string, meetings: Meeting[], readAt: number) => ({
  meetings,
  days: { start_date_at, end_date_at },
  readAt,
});

test('a meeting in several lists is taken from the one read last, whatever their order', () => {
  const renamed = { ...council, title: 'Совет дома' };
  const lists = [
    read('2026-10-31', '2026-12-01', [renamed], 2_000),
    read('2026-11-08', '2026-11-16', [council], 1_000),
  ];
  expect(newestMeetings(lists)).toEqual([renamed]);
});

test('a meeting missing from a newer list of its days is gone; one of other days stays', () => {
  const report = { id: 'm2', title: 'Отчёт', start_at: at(25, 10), end_at: at(25, 11) };
  const lists = [
    read('2026-10-31', '2026-12-01', [council, report], 1_000),
    read('2026-11-08', '2026-11-16', [], 2_000),
  ];
  expect(newestMeetings(lists)).toEqual([report]);
});

test('a meeting missing on the first or last day of a list stays: that day may be of another zone', () => {
  const lists = [read('2026-10-31', '2026-12-01', [council], 1_000), read('2026-11-10', '2026-11-16', [], 2_000)];
  expect(newestMeetings(lists)).toEqual([council]);
});
