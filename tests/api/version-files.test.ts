import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createVersionKeeper, type KeeperDeps } from '#server/modules/documents/keep-version.ts';
import { getVersion } from '#server/modules/documents/version-repository.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type Storage, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { openTestDatabase } from './support/test-database.ts';

const now = new Date('2026-11-28T09:00:00Z');
const twoDaysLater = new Date(now.getTime() + 2 * 24 * 3_600_000);
let database: Database;
let dataDir: string;
const stored = new Map<string, Uint8Array>();
const storage = {
  put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
  remove: async (key: string) => void stored.delete(key),
} as unknown as Storage;

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-versions-'));
  await database.db.execute(sql`insert into users (id, email, role) values ('anna', 'anna@example.ru', 'secretary')`);
  await database.db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number, stage)
    values ('p', 'anna', 'owner:anna', 2026, '1', 'final')`);
});
beforeEach(async () => {
  stored.clear();
  const snapshot = JSON.stringify({ protocol: { id: 'p', stage: 'final', title: 'Совет' }, people: [] });
  await database.db.execute(sql`delete from final_versions`);
  await database.db.execute(sql`insert into final_versions (id, protocol_id, edition, number, snapshot)
    values ('v', 'p', 1, '1', ${snapshot}::jsonb)`);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Keeps the PDF of the version by a server of its own. */
async function keep(put: Storage['put'] = storage.put) {
  const { db } = database;
  const jobs = { handle: () => undefined } as unknown as KeeperDeps['jobs'];
  const write = async () => Buffer.from('%PDF');
  const keeper = createVersionKeeper({ db, jobs, write, clock: () => now, storage: { ...storage, put } });
  const version = await getVersion(db, 'v');
  if (!version) throw new Error('There is no version');
  return keeper.keep(version, 'pdf');
}
const sweep = () => sweepDiscardedFiles(database.db, storage, twoDaysLater, dataDir);

test('a file whose server died before the version named it does not stay in the storage', async () => {
  const dies: Storage['put'] = async (key, bytes, type) => {
    await storage.put(key, bytes, type);
    throw new Error('The server died');
  };
  await expect(keep(dies)).rejects.toThrow('The server died');
  expect(stored.size).toBe(1);
  await sweep();
  expect(stored.size).toBe(0);
  const { key } = await keep();
  await sweep();
  expect([...stored.keys()]).toEqual([key]);
});

test('of two files that are made at once the first is kept, and nothing is left of the other', async () => {
  const [one, other] = await Promise.all([keep(), keep()]);
  expect(one).toEqual(other);
  expect([...stored.keys()]).toEqual([one.key]);
  expect(await database.db.$count(discardedFiles)).toBe(0);
});
