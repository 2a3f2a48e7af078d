import { expect, test } from 'vitest';
import { retryAfterMs } from './answer-head.ts';

const now = Date.parse('2026-11-28T08:00:00Z');
const dayMs = 86_400_000;

test.each([
  [null, 0],
  ['7', 7_000],
  ['Sat, 28 Nov 2026 08:00:30 GMT', 30_000],
  ['Sat, 28 Nov 2026 07:00:00 GMT', 0],
  ['soon', 0],
  [String(30 * 86_400), dayMs],
  ['Mon, 28 Dec 2026 08:00:00 GMT', dayMs],
])('Retry-After %s is waited for at most a day', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
