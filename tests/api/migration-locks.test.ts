import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as ownMigrations from '#server/platform/db/own-migrations.ts';
import { migratePostgres } from '#server/platform/db/run-migrations.ts';
import { until } from '#tests/support/processes.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

// A version after this one, whose migration needs a table for itself.
vi.mock('#server/platform/db/own-migrations.ts', async (importOriginal) => {
  const original = await importOriginal<typeof ownMigrations>();
  const statements = ['create table later ()', 'alter table users add column later text'];
  const next = { name: '9999_later', hash: 'later', when: 9_000_000_000_000, statements };
  return { ...original, outstanding: (last?: number) => (last === next.when ? [] : [next]) };
});

let url: string;
let pool: pg.Pool;
beforeAll(async () => {
  url = await createPostgresDatabase();
  pool = new pg.Pool({ connectionString: url });
});
afterAll(async () => {
  await pool.end();
  await dropPostgresDatabase(url);
});

test('a migration that waits for a backup keeps no reader of the previous version waiting', async () => {
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  await backup.query('begin');
  await backup.query('select from users');
  const said: string[] = [];
  const watch = { begin: async () => undefined, say: (line: string) => said.push(line) };
  const migrated = migratePostgres(pool, watch, { lockMs: 200, pauseMs: 200 });
  const queue = `select from pg_locks where not granted and relation = 'users'::regclass`;
  const isWaiting = async () => ((await pool.query(queue)).rowCount ?? 0) > 0 || undefined;
  await until(isWaiting, 'a migration that waits for the table');
  const reader = new pg.Client({ connectionString: url, statement_timeout: 10_000 });
  await reader.connect();
  await reader.query('select from users');
  await reader.query('select from users');
  await reader.end();
  await until(async () => said.length > 1 || undefined, 'a line about the wait');
  await expect(pool.query('select from later')).rejects.toThrow('does not exist');
  await backup.end();
  await migrated;
  await pool.query('select later from users, later');
  expect(said).toEqual([
    'Обновление базы данных: 1 из 1, 9999_later.',
    expect.stringMatching(/^Обновление базы данных ждёт: её таблицы заняты/),
    expect.stringMatching(/^База данных обновлена за \d+ с\.$/),
  ]);
});
