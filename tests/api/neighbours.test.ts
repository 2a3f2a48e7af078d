import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config/read-config.ts';
import { checkNeighbours, filesPlace } from '#server/config/startup-checks.ts';
import { connectionName, type Database, openDatabase } from '#server/platform/db/index.ts';
import { startTestApp } from './support/test-app.ts';
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

const storage = { STORAGE_URL: 's3://records' };

/** Connects as a server does, and looks for other servers. */
async function join(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...env });
  const name = connectionName(filesPlace(config.storageUrl), config.dataDir);
  const database = await openDatabase({ url, folder: '', name });
  databases.push(database);
  await checkNeighbours(config, database);
}

test('servers with a common storage work together', async () => {
  await join('/one', storage);
  await join('/other', storage);
});

test('a server without the common storage is refused', async () => {
  await join('/one', storage);
  await expect(join('/other')).rejects.toThrow(
    /^С этой базой данных работает ещё один сервер .+ задайте STORAGE_URL и этому/,
  );
});

test('a server with local files keeps other servers out, and can itself join again', async () => {
  await join('/one');
  await join('/one');
  await expect(join('/other', storage)).rejects.toThrow(/задайте STORAGE_URL и тому серверу/);
});

test('an untrusted proxy is logged once', async () => {
  const app = await startTestApp('postgres');
  const call = (remoteAddress: string) =>
    app.app.inject({ url: '/api/health', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } });
  await call('127.0.0.1');
  // A client that sends the header itself: its address must not be trusted.
  await call('203.0.113.9');
  expect(app.said).toEqual([]);
  await call('10.0.0.5');
  await call('10.0.0.5');
  expect(app.said).toEqual([
    'Прокси 10.0.0.5 называет адреса пользователей, но сервер ему не верит: задайте TRUST_PROXY=10.0.0.5',
  ]);
  await app.close();
});
