import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-errors.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was fetched is fresh for 60 seconds', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(async () => 'read');
  const read = () => client.fetchQuery({ queryKey: ['list'], queryFn });
  await read();
  vi.advanceTimersByTime(59_999);
  await read();
  expect(queryFn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await read();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test.each([
  ['a lost line', 4, new NetworkError('no answer')],
  ['a server in trouble', 3, new ApiError({ status: 503, code: 'unavailable', message: 'Позже' })],
  ['a refusal', 1, new ApiError({ status: 403, code: 'forbidden', message: 'Нет' })],
])('after %s a query is asked %i times in all', (_, times, error) => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry;
  if (typeof retry !== 'function') throw new Error('no rule');
  let asked = 1;
  while (retry(asked - 1, error)) asked += 1;
  expect(asked).toBe(times);
});
