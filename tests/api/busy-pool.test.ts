import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, usualDatabaseLimits } from '#server/platform/db/index.ts';
import { openEventHub } from '#server/platform/events/index.ts';
import { listenOnPostgres } from '#server/platform/events/postgres-channel.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

let url: string;
const databases: Database[] = [];
beforeEach(async () => {
  url = await createPostgresDatabase();
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
  await dropPostgresDatabase(url);
});

async function openHub() {
  const limits = { ...usualDatabaseLimits, poolSize: 1, connectMs: 2_000 };
  const database = await openDatabase({ url, folder: '', limits });
  databases.push(database);
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  return {
    hub: await openEventHub({ database, readSteps: async () => undefined, onError }),
    database,
    pool: database.pool,
    errors,
  };
}

test('the end of a session reaches other servers once the pool has a free connection', async () => {
  const [busy, other] = [await openHub(), await openHub()];
  const heard: string[] = [];
  other.hub.subscribe('anna', ({ type }) => heard.push(type));
  const taken = await busy.pool.connect();
  busy.hub.publish('anna', { type: 'session' });
  // This query waits behind those of the news: when it has timed out, they have too.
  await expect(busy.pool.query('select 1')).rejects.toThrow('timeout');
  taken.release();
  await expect.poll(() => heard).toEqual(['session']);
  expect(busy.errors).toEqual([]);
  await busy.hub.close();
  await other.hub.close();
});

test('malformed messages on the event channel are ignored', async () => {
  const [one, other] = [await openHub(), await openHub()];
  const heard: string[] = [];
  other.hub.subscribe('anna', ({ type }) => heard.push(type));
  for (const text of ['не JSON', 'null', '{"to":"anna","event":null}'])
    await one.pool.query("select pg_notify('protokol_events', $1)", [text]);
  one.hub.publish('anna', { type: 'session' });
  await expect.poll(() => heard).toEqual(['session']);
  await one.hub.close();
  await other.hub.close();
});

test('an event connection that the network dropped silently is reopened', async () => {
  const network = await forgetfulNetwork(url);
  const { database, hub } = await openHub();
  const heard: string[] = [];
  let reconnects = 0;
  const channel = await listenOnPostgres(
    { ...database, url: network.url },
    {
      onMessage: (userId, { type }) => heard.push(`${userId} ${type}`),
      onReconnect: () => (reconnects += 1),
      onError: () => undefined,
    },
    { everyMs: 20, answerMs: 300 },
  );
  network.forget();
  await expect.poll(() => reconnects, { timeout: 3_000 }).toBeGreaterThan(0);
  // A busy machine may lose it once more.
  const published = () => {
    hub.publish('anna', { type: 'session' });
    return heard[0];
  };
  await expect.poll(published).toBe('anna session');
  await channel.close();
  await hub.close();
  network.close();
});

/** Proxies connections to a database; those that it forgets stay open, and no longer pass anything on. */
async function forgetfulNetwork(to: string) {
  const { hostname, port } = new URL(to);
  const pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    pairs.push([near, far]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: to.replace(`:${port}`, `:${(server.address() as AddressInfo).port}`),
    forget() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    close() {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}
