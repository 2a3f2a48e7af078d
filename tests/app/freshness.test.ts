import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { followEvents } from '#src/app/follow-events.ts';
import '#src/app/registry.ts';
import { updateMeeting } from '#src/data/meeting/mutations.ts';
import { meetingListQuery } from '#src/data/meeting/queries.ts';
import { refreshPerson } from '#src/data/person/queries.ts';
import { deleteProtocol } from '#src/data/protocol/mutations.ts';
import { applyEditReply, applyServerProtocol, protocolListQuery, protocolQuery } from '#src/data/protocol/queries.ts';
import { onServerStage } from '#src/data/protocol/stage-news.ts';
import { entityStatisticsQuery } from '#src/data/statistics/queries.ts';
import { taskListQuery } from '#src/data/task/queries.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { settle } from '#src/sync/collections/update-cache.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';

const protocol: Protocol = { id: 'p1', stage: 'finish', title: 'О бюджете' };
const meta = { current_page: 1, per_page: 15, last_page: 1, total: 1, has_next: false };
const keys = {
  list: protocolListQuery().queryKey,
  protocol: protocolQuery('p1').queryKey,
  meetings: meetingListQuery('2026-11-01', '2026-11-30').queryKey,
  tasks: taskListQuery().queryKey,
  figures: entityStatisticsQuery('7').queryKey,
  secretaries: ['secretaries'],
};

/** Creates a cache in which everything was read a moment ago, and returns which of its queries are to be refetched. */
function filled() {
  const client = createQueryClient();
  client.setQueryData(keys.list, { rows: [protocol], meta });
  client.setQueryData(keys.protocol, protocol);
  client.setQueryData(keys.meetings, [{ id: 'm1', protocol_id: 'p1' }]);
  client.setQueryData(keys.tasks, { rows: [], meta });
  client.setQueryData(keys.figures, { protocols: 1 });
  client.setQueryData(keys.secretaries, []);
  const stale = () =>
    Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));
  return { client, stale };
}

test('a changed protocol is refetched wherever its title, meeting or stage is shown', async () => {
  const { client, stale } = filled();
  await applyServerProtocol(client, 'p1', { ...protocol, stage: 'final' });
  expect(stale()).toEqual(['list', 'protocol', 'meetings', 'tasks', 'figures']);
});

test('an edit with a minimal reply needs no refetch, unless another edit came in between', async () => {
  const { client, stale } = filled();
  client.setQueryData(keys.protocol, { ...protocol, version: 3 });
  const edited = (known: Protocol) => ({ ...known, title: 'О смете' });
  await applyEditReply(client, 'p1', { id: 'p1', stage: 'finish', version: 4 }, edited);
  expect(client.getQueryData(keys.protocol)).toEqual({ ...protocol, title: 'О смете', version: 4 });
  expect(stale()).not.toContain('protocol');

  await applyEditReply(client, 'p1', { id: 'p1', stage: 'finish', version: 6 }, edited);
  expect(stale()).toContain('protocol');
});

test('a deleted protocol leaves the lists at once, and its meeting is refetched', async () => {
  const { client, stale } = filled();
  await settle(client, { kind: deleteProtocol.name, variables: { id: 'p1', title: 'О бюджете' }, reply: undefined });
  expect(client.getQueryData(keys.list)).toMatchObject({ rows: [], meta: { total: 0 } });
  expect(client.getQueryData(keys.protocol)).toBeUndefined();
  expect(stale()).toEqual(['list', 'meetings', 'tasks', 'figures']);
});

test('a changed meeting is refetched where it is shown, in its protocol too', async () => {
  const { client, stale } = filled();
  const variables = { meeting: { id: 'm1' }, change: {}, files: [] };
  await settle(client, { kind: updateMeeting.name, variables, reply: undefined });
  expect(stale()).toEqual(['protocol', 'meetings', 'figures']);
});

test('a changed person invalidates the list of secretaries', async () => {
  const { client, stale } = filled();
  await refreshPerson(client, { id: 's1', name: 'Орлова Елена Викторовна' });
  expect(stale()).toEqual(['secretaries']);
});

test('a stage that arrives during the first fetch of a list does not leave it empty', async () => {
  localStorage.setItem('token', 'good');
  const slow = Promise.withResolvers<Response>();
  const server = fakeServer({ 'GET /protocols': () => slow.promise });
  const client = createQueryClient();
  const observer = new QueryObserver(client, protocolListQuery());
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => server.received.filter(({ path }) => path === '/protocols')).toHaveLength(1);
  server.answers['GET /protocols'] = () => pageOf([{ ...protocol, stage: 'video_uploaded' }]);
  await onServerStage(client, 'p1', 'video_uploaded');
  await expect.poll(() => observer.getCurrentResult().data?.rows[0]?.stage).toBe('video_uploaded');
  stop();
  client.clear();
});

/** Returns the time in milliseconds that passes until the stream has been requested this often. */
async function timeUntil(asked: () => number, times: number): Promise<number> {
  const step = 500;
  let passed = 0;
  for (; asked() < times; passed += step) await vi.advanceTimersByTimeAsync(step);
  return passed;
}

test('a stream that is cut at once is requested ever more seldom, and one that lived for a while soon again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  localStorage.setItem('token', 'good');
  const ready = new TextEncoder().encode('event: ready\ndata: {}\n\n');
  let isLong = false;
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['events'] }),
    'GET /events': () => {
      const start = (to: ReadableStreamDefaultController<Uint8Array>) => {
        to.enqueue(ready);
        const end = () => {
          to.enqueue(ready);
          to.close();
        };
        if (isLong) setTimeout(end, 35_000);
        else to.close();
      };
      return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  const asked = () => server.received.filter(({ path }) => path === '/events').length;
  const { client } = filled();
  const stop = followEvents(client);
  await timeUntil(asked, 1);
  // Pauses of one, two and five seconds; the first one began within the last step.
  expect(await timeUntil(asked, 4)).toBeGreaterThanOrEqual(7_500);
  isLong = true;
  await timeUntil(asked, 5);
  expect(await timeUntil(asked, 6)).toBeLessThan(40_000);
  stop();
  // The lock of the stream is free when its last one has ended.
  await vi.advanceTimersByTimeAsync(40_000);
  vi.useRealTimers();
  client.clear();
});

test('every query is refetched when the server says that events were lost', async () => {
  localStorage.setItem('token', 'good');
  fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['events'] }),
    'GET /events': () => {
      const start = (to: ReadableStreamDefaultController<Uint8Array>) => {
        to.enqueue(new TextEncoder().encode('event: resync\ndata: {}\n\n'));
      };
      return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  const { client, stale } = filled();
  client.setQueryData(['a list that nobody named'], []);
  const stop = followEvents(client);
  await expect.poll(() => stale()).toEqual(Object.keys(keys));
  expect(client.getQueryState(['a list that nobody named'])?.isInvalidated).toBe(true);
  stop();
  client.clear();
});
