import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { openMemoryDatabase } from './embedded-database.ts';
import { overEmbedded } from './open-database.ts';

function embeddedOnly(database: Database) {
  if (database.kind !== 'pglite') throw new Error('It is embedded');
  return database;
}

let database: Database;
let ask: (text: string | QueryConfig, values?: unknown[]) => Promise<unknown[]>;
beforeAll(async () => {
  const embedded = await openMemoryDatabase();
  database = await overEmbedded(embedded);
  ask = async (text, values) => (await embedded.connection.query(text, values)).rows;
  await ask('create table t (n int unique)');
}, 60_000);
afterAll(() => database.close());

test('a transaction has the connection to itself, and its rollback spares concurrent statements', async () => {
  const beside: Promise<unknown>[] = [];
  const failed = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into t values (1)`);
    beside.push(ask('insert into t values ($1)', [2]));
    await tx.execute(sql`insert into t values (1)`);
  });
  await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } });
  await Promise.all(beside);
  expect(await ask('select n from t')).toEqual([{ n: 2 }]);
});

test('statements in one text that fail before their commit leave no transaction behind', async () => {
  const failed = ask('begin; insert into t values (3); select 1 / 0; commit');
  const next = ask('select n from t where n = 3');
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await next).toEqual([]);
});

test('a listener gets a notification once it is committed', async () => {
  const heard: string[] = [];
  const end = await embeddedOnly(database).connection.listen('news', (payload) => heard.push(payload));
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_notify('news', 'one')`);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['one']);
  await end();
  await ask("select pg_notify('news', 'two')");
  expect(heard).toEqual(['one']);
});

test('concurrent statements each get their own answer, and one that fails fails alone', async () => {
  const all = [1, 0, 2, 3].map((n) => ask({ name: 'six', text: 'select 6 / $1::int as n' }, [n]));
  const [one, none, two, three] = await Promise.allSettled(all);
  expect([one, two, three]).toEqual([6, 3, 2].map((n) => ({ status: 'fulfilled', value: [{ n }] })));
  expect(none).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
});

test('a running statement does not block the event loop', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  let isDone = false;
  setImmediate(turn);
  await ask('select sum(sqrt(n)) from generate_series(1, 300000) n');
  isDone = true;
  expect(turns).toBeGreaterThan(100);
});

test('a prepared statement is planned anew within a minute after its table has grown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { connection, close } = await overEmbedded(await openMemoryDatabase()).then(embeddedOnly);
  await connection.query("create table t (n int primary key, what text); insert into t values (1, 'x'); analyze t");
  for (let n = 0; n < 7; n += 1) {
    await connection.query({ name: 'find', text: 'select what from t where n = $1' }, [n]);
  }
  await connection.query("insert into t select n, repeat('x', 100) from generate_series(2, 20000) n");
  const plan = async () => JSON.stringify((await connection.query('explain execute find (7)')).rows);
  expect(await plan()).toContain('Seq Scan');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await plan()).toContain('Index Scan');
  await close();
});

test('closing waits for a running transaction; later statements are refused', async () => {
  const own = await overEmbedded(await openMemoryDatabase());
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const working = own.db.transaction(async (tx) => {
    begin();
    await tx.execute(sql`create table late (n int)`);
    return tx.execute(sql`select 1 as n`);
  });
  await begun;
  const closed = own.close();
  const later = embeddedOnly(own).connection.query('select $1::int', [1]);
  expect(await working).toMatchObject({ rows: [{ n: 1 }] });
  await expect(later).rejects.toThrow();
  await closed;
});

test('a terminated thread fails its statements and reports the loss', async () => {
  const started = vi.spyOn(Worker.prototype, 'postMessage');
  const { connection, lost, close } = await openMemoryDatabase();
  const [thread] = started.mock.contexts;
  started.mockRestore();
  const asked = connection.query('select pg_sleep(60)');
  await (thread as Worker).terminate();
  await expect(asked).rejects.toThrow();
  await expect(connection.query('select 1')).rejects.toThrow(/Client has encountered a connection error/);
  expect((await lost).message).toMatch(/thread of the embedded database has ended/);
  await close();
});
