// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { followReads, readStart } from './read-start.ts';

function followed() {
  const client = new QueryClient();
  followReads(client.getQueryCache());
  const start = () => readStart(client.getQueryCache().find({ queryKey: ['list'] }));
  return { client, start };
}
const later = async () => {
  const now = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(now));
  return Date.now();
};

test('data count from when they were asked for, also once they were patched', async () => {
  const { client, start } = followed();
  expect(start()).toBe(0);
  const before = Date.now();
  let arrived = 0;
  const queryFn = async () => {
    arrived = await later();
    return 'read';
  };
  await client.fetchQuery({ queryKey: ['list'], queryFn });
  expect(start()).toBeGreaterThanOrEqual(before);
  expect(start()).toBeLessThan(arrived);
  client.setQueryData(['list'], 'patched');
  expect(start()).toBeLessThan(arrived);
});

test('data of a retry count from the failure before it', async () => {
  const { client, start } = followed();
  let sentAt = 0;
  const queryFn = vi.fn(async () => {
    if (queryFn.mock.calls.length > 1) return 'read';
    sentAt = await later();
    throw new Error('no answer');
  });
  await client.fetchQuery({ queryKey: ['list'], queryFn, retry: 1, retryDelay: 0 });
  expect(start()).toBeGreaterThanOrEqual(sentAt);
});
