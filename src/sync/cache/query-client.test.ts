import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../http/api-errors.ts';
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
  ['a lost connection', 4, new NetworkError('no answer')],
  ['a server in trouble', 3, new ApiError({ status: 503, code: 'unavailable', message: 'Позже' })],
  ['a refusal', 1, new ApiError({ status: 403, code: 'forbidden', message: 'Нет' })],
])('after %s a query is tried %i times in all', (_, times, error) => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry;
  if (typeof retry !== 'function') throw new Error('no rule');
  let asked = 1;
  while (retry(asked - 1, error)) asked += 1;
  expect(asked).toBe(times);
});

test('a first fetch that began before an invalidation is repeated, with or without an observer', async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const query = (key: string) => {
    const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]?.promise ?? 'asked too often');
    return { queryKey: ['tasks', key], queryFn };
  };
  const [seen, unseen] = [query('seen'), query('unseen')];
  const observer = new QueryObserver(client, seen);
  const end = observer.subscribe(() => undefined);
  const read = client.fetchQuery(unseen);

  const changed = client.invalidateQueries({ queryKey: ['tasks'] });
  answers[0]?.resolve('before');
  expect(await read).toBe('before');
  answers[1]?.resolve('after');
  await changed;
  expect(observer.getCurrentResult().data).toBe('after');
  expect(await client.fetchQuery(unseen)).toBe('after');
  expect([seen, unseen].map(({ queryFn }) => queryFn.mock.calls.length)).toEqual([2, 2]);
  end();
  client.clear();
});

test('an answer that nobody shows is refetched when a change came during its fetch', async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]?.promise ?? 'asked too often');
  client.setQueryData(['tasks'], 'old', { updatedAt: 0 });
  const read = client.fetchQuery({ queryKey: ['tasks'], queryFn });
  const changed = client.invalidateQueries({ queryKey: ['tasks'] });
  answers[0]?.resolve('before');
  expect(await read).toBe('before');
  await changed;
  expect(client.getQueryState(['tasks'])?.isInvalidated).toBe(true);
  client.clear();
});
