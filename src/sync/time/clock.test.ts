import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a wait longer than a timer of the browser can be does not end at once', () => {
  const called = vi.fn();
  const longest = 2 ** 31 - 1;
  systemClock(1).after(longest + 1, called);
  vi.advanceTimersByTime(longest - 1);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledOnce();
});
