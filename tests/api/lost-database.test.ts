import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endLostConnections } from '#server/platform/db/lost-connections.ts';
import { toApiError } from '#server/platform/http/errors.ts';
import { until } from '#tests/support/processes.ts';
import { query } from './support/postgres-setup.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/** PostgreSQL restarts, or an administrator ends its connections: `pg_terminate_backend` does the same to a client. */
let app: TestApp;
let anna: TestUser;
let url: string;
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  process.on('uncaughtException', onUncaught);
  app = await startTestApp('postgres');
  anna = await app.addUser();
  const { database } = app.services;
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  url = database.url;
});
afterAll(async () => {
  process.off('uncaughtException', onUncaught);
  await app.close();
});

const endConnections = (which = 'true') =>
  query(
    url,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and (${which})`,
  );
const unavailable = {
  message: 'База данных недоступна. Данные не потеряны, попробуйте ещё раз',
  code: 'unavailable',
};
const addProtocol = async () => {
  const reply = await app.call(anna, 'POST', '/protocols', { title: 'О бюджете' });
  expect(reply.statusCode).toBe(201);
  return reply.json().data.id as string;
};

test('a connection that ends while a transaction works elsewhere fails that transaction alone', async () => {
  const id = await addProtocol();
  const failed = await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`update protocols set title = 'Потеряно' where id = ${id}`);
      await endConnections("state = 'idle in transaction'");
      await tx.execute(sql`update protocols set title = 'Потеряно дважды' where id = ${id}`);
    })
    .catch((error: unknown) => error);
  expect(toApiError(failed)).toMatchObject({ status: 503, ...unavailable });
  expect(uncaught).toEqual([]);
  expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data.title).toBe('О бюджете');
});

test('a request whose query is under way is answered with a 503, and the next one works', async () => {
  const id = await addProtocol();
  const reply = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from protocols where id = ${id} for update`);
    const waiting = app.call(anna, 'PUT', `/protocols/${id}`, { title: 'О смете' });
    const blocked = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    // Asked outside of the transaction: inside, the list of connections stays that of the first look, and the request may need a
    // new one.
    await until(async () => {
      const { rows } = (await app.db.execute(blocked)) as unknown as { rows: { count: number }[] };
      return rows[0]?.count ? true : undefined;
    }, 'the request that waits for the row');
    await endConnections("wait_event_type = 'Lock'");
    return waiting;
  });
  expect([reply.statusCode, reply.json()]).toEqual([503, unavailable]);
  expect(reply.headers['retry-after']).toBe('5');
  expect((await app.call(anna, 'PUT', `/protocols/${id}`, { title: 'О смете' })).statusCode).toBe(200);
  expect(uncaught).toEqual([]);
});

test('a connection that is ended just as it is taken is given back: the pool does not run dry', async () => {
  const { database } = app.services;
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  for (let round = 0; round < 12; round += 1) {
    const ended = new Promise((resolve) => {
      database.pool.once('acquire', (client) => {
        client.connection.stream.destroy();
        resolve(undefined);
      });
    });
    const failed = await app.db.transaction(async () => 'done').catch((error: unknown) => error);
    await ended;
    expect(toApiError(failed)).toMatchObject({ status: 503 });
  }
  expect(await app.db.transaction(async () => 'done')).toBe('done');
  expect(uncaught).toEqual([]);
});

test('every connection ends at once, busy ones too: requests, events and jobs go on', async () => {
  const id = await addProtocol();
  const busy = app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await endConnections();
    await tx.execute(sql`select 1`);
  });
  await expect(busy).rejects.toThrow();
  expect((await app.call(anna, 'GET', `/protocols/${id}`)).statusCode).toBe(200);
  // A request that starts a job: the mail with the link.
  expect((await app.call(null, 'POST', '/change-password/send-link', { email: anna.email })).statusCode).toBeLessThan(
    300,
  );
  await until(() => app.said.find((line) => line.includes(anna.email)), 'the mail');
  expect(uncaught).toEqual([]);
});

test('a database that refuses one more connection answers: what takes its time goes on', async () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  await query(url, `create role ${role} login connection limit 1`);
  const pool = new pg.Pool({ connectionString: Object.assign(new URL(url), { username: role }).href, max: 1 });
  const endWatch = endLostConnections(pool);
  const { rows } = await pool.query('select 1 as one, pg_sleep(3)');
  expect(rows[0].one).toBe(1);
  endWatch();
  await pool.end();
  await query(url, `drop role ${role}`);
});
