import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, usualDatabaseLimits } from '#server/platform/db/index.ts';
import { openEventHub } from '#server/platform/events/index.ts';
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
    pool: database.pool,
    errors,
  };
}

test('the end of a session is told to other servers once a connection is free', async () => {
  const [busy, other] = [await openHub(), await openHub()];
  const heard: string[] = [];
  other.hub.subscribe('anna', ({ type }) => heard.push(type));
  const taken = await busy.pool.connect();
  busy.hub.publish('anna', { type: 'session' });
  // It waits behind the news: when it has waited in vain, they have too.
  await expect(busy.pool.query('select 1')).rejects.toThrow('timeout');
  taken.release();
  await expect.poll(() => heard).toEqual(['session']);
  expect(busy.errors).toEqual([]);
  await busy.hub.close();
  await other.hub.close();
});
