import { expect, test } from 'vitest';
import { backoffMs, networkRetryMs, probeMs } from './backoff.ts';

const attempts = [0, 1, 2, 3, 4, 5, 6, 7, 50];

test('an overloaded server is retried after a random wait of up to 1, 2, 4 … 60 s', () => {
  expect(attempts.map((attempt) => backoffMs(attempt, 1) / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(attempts.map((attempt) => backoffMs(attempt, 0))).toEqual(attempts.map(() => 0));
});

test('a lost connection is retried at once, then after growing waits, in the end every 2–4 s', () => {
  expect(attempts.map((attempt) => networkRetryMs(attempt, 0))).toEqual([
    0, 250, 500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000,
  ]);
  expect(attempts.map((attempt) => networkRetryMs(attempt, 1))).toEqual([
    300, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000,
  ]);
  expect([probeMs(0), probeMs(1)]).toEqual([2_000, 4_000]);
});
