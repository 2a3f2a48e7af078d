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
  expect(isMeetingAhead(heldAt, new Date('2026-11-25T19:00:00Z'))).toBe(isAhead);
});
