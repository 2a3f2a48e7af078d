import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unpackDatabase } from './embedded-database.ts';
import { startEngine } from './embedded-engine.ts';

const synced = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fdatasyncSync(file: number) {
      synced.count += 1;
      fs.fdatasyncSync(file);
    },
  };
});

let folder: string;
let database: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-durable-'));
  await unpackDatabase(join(folder, 'db'));
  database = await startEngine({ folder: join(folder, 'db') });
  await database.exec('create table t (n int)');
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('a commit is synced to the disk', async () => {
  for (let n = 0; n < 5; n += 1) {
    const before = synced.count;
    await database.query('insert into t values ($1)', [n]);
    expect(synced.count).toBeGreaterThan(before);
  }
});

test('a checkpoint syncs the tables before their log is reused', async () => {
  const before = synced.count;
  await database.exec('checkpoint');
  expect(synced.count - before).toBeGreaterThan(2);
});

test('reading and a rolled back transaction sync nothing', async () => {
  await database.query('select * from t');
  const before = synced.count;
  await database.query('select * from t');
  await database.transaction(async (tx) => tx.rollback());
  expect(synced.count).toBe(before);
});
