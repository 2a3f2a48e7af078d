import { expect, test } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';

test('refuses after the last allowed failure until the window ends, each key for itself', () => {
  let now = 0;
  const limit = createAttemptLimit({ most: 2, windowMs: 10_000, clock: () => new Date(now) });
  limit.fail('a');
  expect(limit.secondsToWait('a')).toBe(0);
  now = 4000;
  limit.fail('a');
  expect(limit.secondsToWait('a')).toBe(6);
  expect(limit.secondsToWait('b')).toBe(0);
  now = 10_000;
  expect(limit.secondsToWait('a')).toBe(0);
  limit.fail('a');
  expect(limit.secondsToWait('a')).toBe(0);
});

test('a success forgets the failures', () => {
  const limit = createAttemptLimit({ most: 1, windowMs: 10_000, clock: () => new Date(0) });
  limit.fail('a');
  expect(limit.secondsToWait('a')).toBe(10);
  limit.forget('a');
  expect(limit.secondsToWait('a')).toBe(0);
});

test('running attempts count as failures until they end', () => {
  const limit = createAttemptLimit({ most: 2, windowMs: 10_000, clock: () => new Date(0) });
  limit.fail('a');
  limit.begin('a');
  expect(limit.wouldExceed('a')).toBe(true);
  expect(limit.secondsToWait('a')).toBe(0);
  limit.end('a');
  expect(limit.wouldExceed('a')).toBe(false);
});
