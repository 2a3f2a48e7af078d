import { expect, test } from 'vitest';
import { isMeetingAhead } from './meeting-ahead.ts';

test.each([
  ['2026-11-25T23:00:00+03:00', false],
  ['2026-11-26T00:30:00+03:00', true],
  // It is already the 26th in that zone.
  ['2026-11-26T09:00:00+10:00', false],
  ['2026-11-26T09:00:00Z', true],
  ['2026-11-26', true],
  ['', false],
  ['завтра', false],
  [null, false],
])('on the evening of 25.11.2026 a meeting of %s is ahead: %s', (heldAt, isAhead) => {
  expect(isMeetingAhead(heldAt, new Date('2026-11-25T19:00:00Z'), 'UTC')).toBe(isAhead);
});

test.each([
  // 09:00 of the 26th in Vladivostok.
  ['2026-11-25T23:00:00Z', '2026-11-25T01:00:00Z', true],
  ['2026-11-25T23:00:00.000Z', '2026-11-25T14:00:00Z', false],
  // Noon of the 26th, when it is eight in the morning there.
  ['2026-11-26T02:00:00Z', '2026-11-25T22:00:00Z', false],
  ['2026-11-26', '2026-11-25T14:00:00Z', false],
  ['2026-11-26', '2026-11-25T13:00:00Z', true],
])('the day of %s, at %s in Vladivostok, is ahead: %s', (heldAt, now, isAhead) => {
  expect(isMeetingAhead(heldAt, new Date(now), 'Asia/Vladivostok')).toBe(isAhead);
});
