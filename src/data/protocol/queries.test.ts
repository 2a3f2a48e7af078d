// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { applyEditReply, protocolQuery } from './queries.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, title: `Вопрос ${id}` }));
const stored = (version: number, agenda: unknown[]) => ({ id: 'p1', version, agenda }) as Protocol;
const whole = (version: number, agenda: unknown[]) =>
  ({ ...stored(version, agenda), tasks: [], members: [] }) as Protocol;
/** What a server answers that was asked for little. */
const minimal = (version: number) => ({ id: 'p1', version }) as Protocol;
const moved = (agenda: unknown[]) => (known: Protocol) => ({ ...known, agenda }) as Protocol;

function cacheWith(protocol: Protocol) {
  const client = new QueryClient();
  const { queryKey } = protocolQuery('p1');
  client.setQueryData(queryKey, protocol);
  return { client, cached: () => client.getQueryData(queryKey) };
}

test('a minimal reply to an edit applies the edit and its version to the cache', async () => {
  const { client, cached } = cacheWith(stored(1, [a, b, c]));
  await applyEditReply(client, 'p1', minimal(2), moved([b, a, c]));
  expect(cached()).toMatchObject({ version: 2, agenda: [b, a, c] });
});

test('minimal replies handled in the wrong order lose no edit, and set no version without its edit', async () => {
  const { client, cached } = cacheWith(stored(1, [a, b, c]));
  await applyEditReply(client, 'p1', minimal(3), moved([b, c, a]));
  // The version is still that of what the device has; what it lacks is being read.
  expect(cached()).toMatchObject({ version: 1, agenda: [b, c, a] });
  await applyEditReply(client, 'p1', minimal(2), moved([b, c, a]));
  expect(cached()?.agenda).toEqual([b, c, a]);
});

test('a reply older than the cached version changes nothing', async () => {
  const { client, cached } = cacheWith(stored(3, [b, c, a]));
  await applyEditReply(client, 'p1', whole(2, [b, a, c]), moved([b, a, c]));
  expect(cached()).toMatchObject({ version: 3, agenda: [b, c, a] });
  await applyEditReply(client, 'p1', minimal(2), moved([b, a, c]));
  expect(cached()).toMatchObject({ version: 3, agenda: [b, c, a] });
});

test('a read that an edit cancels is begun again: something else may have asked for it', async () => {
  const { client, cached } = cacheWith(stored(1, [a, b, c]));
  const { queryKey } = protocolQuery('p1');
  const read = client.fetchQuery({ queryKey, queryFn: () => new Promise<Protocol>(() => undefined) });
  await applyEditReply(client, 'p1', minimal(2), moved([b, a, c]));
  await read;
  expect(cached()).toMatchObject({ version: 2, agenda: [b, a, c] });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
