import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { hasTables } from '#server/backup/restored-repository.ts';
import { checkConfig } from '#server/config/check-config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { endLostConnections } from '#server/platform/db/lost-connections.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { toProblem } from '#server/platform/http/errors.ts';
import { createJobs } from '#server/platform/jobs/index.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { query } from './support/postgres-setup.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

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

test('a connection lost while its transaction is idle fails that transaction alone, with a 503', async () => {
  const id = await addProtocol();
  const failed = await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`update protocols set title = 'Потеряно' where id = ${id}`);
      await endConnections("state = 'idle in transaction'");
      await tx.execute(sql`update protocols set title = 'Потеряно дважды' where id = ${id}`);
    })
    .catch((error: unknown) => error);
  expect(toProblem(failed)).toMatchObject({ status: 503, ...unavailable });
  expect(uncaught).toEqual([]);
  expect((await app.call(anna, 'GET', `/protocols/${id}`)).json().data.title).toBe('О бюджете');
});

test('a request that loses its connection during a query gets a 503, and the next one works', async () => {
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

test('a connection lost just as it is acquired is released: the pool is not exhausted', async () => {
  // With a pool of its own: in that of the server something else may acquire a connection first.
  const database = await openDatabase({ url, folder: '' });
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
  for (let round = 0; round < 12; round += 1) {
    const ended = new Promise((resolve) => {
      database.pool.once('acquire', (client) => {
        client.connection.stream.destroy();
        resolve(undefined);
      });
    });
    const failed = await database.db.transaction(async () => 'done').catch((error: unknown) => error);
    await ended;
    expect(toProblem(failed)).toMatchObject({ status: 503 });
  }
  expect(await database.db.transaction(async () => 'done')).toBe('done');
  expect(uncaught).toEqual([]);
  await database.close();
});

test('every connection is lost at once, busy ones too: requests and jobs still work', async () => {
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

test('a refused extra connection counts as a sign of life: a slow query is not aborted', async () => {
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

test('a process that stood still itself does not take the database for lost', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const connect = pg.Client.prototype.connect;
  let asked = 0;
  const endWatch = endLostConnections(pool);
  const slow = pool.query('select 1 as one, pg_sleep(6)');
  await once(pool, 'acquire');
  // As a long computation does: the answer lies there unread when the time limits are looked at.
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...told: unknown[]) {
    asked += 1;
    const connected = Reflect.apply(connect, this, told);
    if (asked === 1) for (const until = performance.now() + 2_500; performance.now() < until; );
    return connected;
  });
  expect((await slow).rows[0].one).toBe(1);
  expect(asked).toBeGreaterThan(0);
  endWatch();
  vi.restoreAllMocks();
  await pool.end();
});

type Connected = pg.Client & { connection: { stream: Socket } };

test.each([
  ['asks whether a database is empty', hasTables],
  [
    'checks the settings',
    async (address: string) => {
      const said: string[] = [];
      const config = readConfig({ DATABASE_URL: address, NODE_ENV: 'test', DATA_DIR: tmpdir() });
      await checkConfig(config, tmpdir(), (line) => said.push(line));
      throw new Error(said.join('\n'));
    },
  ],
])('a command that %s says that it lost its connection, and does not crash', async (_what, ask) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Connected, ...asked: unknown[]) {
    const answer = Reflect.apply(send, this, asked);
    // As where PostgreSQL is killed: it says nothing before.
    if (this.host === 'localhost') this.connection.stream.destroy();
    return answer;
  });
  const address = new URL(url);
  address.hostname = 'localhost';
  await expect(ask(address.href)).rejects.toThrow(/Connection terminated|База данных/);
  expect(uncaught).toEqual([]);
});

/** A way to PostgreSQL that can forget the connections which lead over it: nothing comes through, and nobody is told. */
async function forgetfulWay(address: string) {
  const to = new URL(address);
  const pairs = new Set<{ ends: Socket[]; isForgotten: boolean }>();
  const server = createServer((near) => {
    const far = createConnection(Number(to.port), to.hostname);
    const pair = { ends: [near, far], isForgotten: false };
    pairs.add(pair);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => pair.isForgotten || into.write(bytes));
      from.on('close', () => pair.isForgotten || into.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: Object.assign(new URL(address), { port: (server.address() as AddressInfo).port }).href,
    forget: () => {
      for (const pair of pairs) pair.isForgotten = true;
    },
    close: () => {
      server.close();
      for (const socket of [...pairs].flatMap(({ ends }) => ends)) socket.destroy();
    },
  };
}

longTest('silently dropped connections are closed while new ones work: transactions and jobs go on', async () => {
  const direct = await createPostgresDatabase();
  const way = await forgetfulWay(direct);
  const database = await openDatabase({ url: way.url, folder: '' });
  const jobs = createJobs(database, () => undefined);
  const done: string[] = [];
  jobs.handle<{ name: string }>('lost-database', async ({ data }) => void done.push(data.name));
  await jobs.start();
  const send = (name: string) =>
    database.db.transaction((tx) => jobs.send('lost-database', name, { name }, tx)).catch((error: unknown) => error);
  expect(await send('before')).toBe(true);
  await until(() => done.includes('before') || undefined, 'the first job');
  const slow = app.db.execute(sql`select 'slept' as said, pg_sleep(5)`) as unknown as Promise<{ rows: unknown[] }>;
  way.forget();
  expect(toProblem(await send('lost'))).toMatchObject({ status: 503 });
  expect(await send('after')).toBe(true);
  await until(() => done.includes('after') || undefined, 'a job that was sent after it', 20_000);
  expect((await slow).rows, 'a statement that takes its time').toMatchObject([{ said: 'slept' }]);
  await Promise.all([jobs.stop(), database.close()]);
  way.close();
  await dropPostgresDatabase(direct);
  expect(uncaught).toEqual([]);
});
