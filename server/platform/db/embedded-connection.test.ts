import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMemoryDatabase } from './embedded-database.ts';
import { overEmbedded } from './open-database.ts';

let database: Awaited<ReturnType<typeof overEmbedded>>;
let ask: (text: string, values?: unknown[]) => Promise<unknown[]>;
beforeAll(async () => {
  const embedded = await openMemoryDatabase();
  database = await overEmbedded(embedded);
  ask = async (text, values) => (await embedded.connection.query(text, values)).rows;
  await ask('create table t (n int unique)');
}, 60_000);
afterAll(() => database.close());

test('a transaction has the connection for itself, and takes nothing along that was asked beside it', async () => {
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

test('who listens hears what is told once it is committed', async () => {
  if (database.kind !== 'pglite') throw new Error('It is embedded');
  const heard: string[] = [];
  const end = await database.connection.listen('news', (payload) => heard.push(payload));
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_notify('news', 'one')`);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['one']);
  await end();
  await ask("select pg_notify('news', 'two')");
  expect(heard).toEqual(['one']);
});

test('the event loop goes on while a statement runs', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await ask('select sum(sqrt(n)) from generate_series(1, 300000) n');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

test('a thread that ends fails what is asked of it, and tells', async () => {
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
