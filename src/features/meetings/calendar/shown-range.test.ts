import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { openingTime, ReachedDays, shownRange } from './shown-range.ts';

const week = shownRange('week', new Date(2026, 10, 18));
const at = (day: number, hour: number, minute = 0): Meeting => ({
  id: '1',
  start_at: new Date(2026, 10, day, hour, minute).toISOString(),
});

test.each([
  ['without meetings', [], '08:00'],
  ['by day', [at(17, 10), at(18, 17)], '08:00'],
  ['early', [at(17, 10), at(20, 6, 45)], '06:30'],
  ['at night', [at(17, 0, 10)], '00:00'],
  ['late, with a morning', [at(17, 8), at(18, 21)], '08:00'],
  ['late, without one', [at(17, 13), at(18, 19, 30)], '09:30'],
  ['late alone', [at(17, 22)], '12:00'],
  ['early and late', [at(17, 7), at(18, 22)], '07:00'],
  ['early in another week', [at(15, 5), at(23, 5)], '08:00'],
  ['for a whole day, or without a date', [{ id: '1', start_at: '2026-11-18' }, { id: '2' }], '08:00'],
] as [string, Meeting[], string][])('the time at which a week with meetings %s opens', (_when, meetings, time) => {
  expect(openingTime(meetings, week)).toBe(time);
});

test('a requested day before the last one is passed, the last one is not', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-02-27')).toBe(true);
  expect(reached.passes('2032-03-05')).toBe(false);
});

test('a day that was not requested clears all requests', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2033-01-01')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});

test('a requested day that was skipped is forgotten once the last one is shown', () => {
  const reached = new ReachedDays();
  reached.ask('2032-02-27');
  reached.ask('2032-03-05');
  expect(reached.passes('2032-03-05')).toBe(false);
  expect(reached.passes('2032-02-27')).toBe(false);
});
