import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkConfig } from '#server/config/check-config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { connectionName, countOwnMigrations, openDatabase } from '#server/platform/db/index.ts';
import { longTest } from '#tests/support/long-test.ts';
import { freePort, until } from '#tests/support/processes.ts';
import { serverScript } from '#tests/support/server-script.ts';
import { query } from './support/postgres-setup.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

const lock = 1_347_571_535;

let url: string;
beforeEach(async () => {
  url = await createPostgresDatabase();
});
afterEach(() => dropPostgresDatabase(url));

/** Empties the database, as if no server had ever been started on it. */
const empty = () => query(url, 'drop schema public cascade; drop schema drizzle cascade; create schema public');

/** Opens the database as a server does; resolves with what was logged. */
async function open(): Promise<string[]> {
  const said: string[] = [];
  const begin = async () => void said.push('begin');
  const database = await openDatabase({ url, folder: '', watch: { begin, say: (line) => said.push(line) } });
  await database.close();
  return said;
}

/** What `npm start -- --check-config` says. */
async function planned(more: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = [];
  const config = readConfig({ DATABASE_URL: url, NODE_ENV: 'test', DATA_DIR: tmpdir(), ...more });
  await checkConfig(config, tmpdir(), (line) => said.push(line));
  return said;
}

test('migrations are logged one by one, and nothing is logged when there are none', async () => {
  await empty();
  const migrations = await countOwnMigrations();
  expect(await planned()).toContain(`База данных будет обновлена, миграций: ${migrations}`);
  const [begin, first, ...more] = await open();
  expect([begin, first]).toEqual(['begin', `Обновление базы данных: 1 из ${migrations}, 0000_initial.`]);
  expect(more).toHaveLength(migrations);
  expect(more.at(-1)).toMatch(/^База данных обновлена за \d+ с\.$/);
  expect(await open()).toEqual([]);
});

test('--check-config reports what would stop a server from starting, and its warnings', async () => {
  const refused = 'Сервер не запустится.';
  expect(await planned({ DATA_DIR: '/etc/passwd/data' })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Папка данных недоступна для записи: \/etc\/passwd/), refused]),
  );
  const model = await planned({ SPEECH_MODEL: '/nowhere' });
  expect(model).toContain('Распознавание речи: /nowhere');
  expect(model).toContainEqual(expect.stringMatching(/^Распознавание речи не работает \(SPEECH_MODEL\)\./));
  expect(await planned({ DATA_DIR: join(tmpdir(), 'not', 'there') })).toContain('Сервер запустится.');
  const beside = await openDatabase({ url, folder: '', name: connectionName('folder', '/other') });
  const said = await planned();
  await beside.close();
  expect(said).toEqual(
    expect.arrayContaining([expect.stringMatching(/^С этой базой данных работает ещё один сервер/), refused]),
  );
});

longTest('one server migrates, and the others wait for it', async () => {
  await empty();
  const said = (await Promise.all([open(), open(), open()])).flat();
  expect(said.filter((line) => line.includes(': 1 из '))).toHaveLength(1);
});

longTest('a migration that fails leaves the database as it was', async () => {
  await empty();
  await query(url, 'create table notices ()');
  await expect(open()).rejects.toThrow();
  await expect(query(url, 'select from users')).rejects.toThrow('does not exist');
  await query(url, 'drop table notices');
  expect((await open()).at(-1)).toMatch(/^База данных обновлена/);
});

test('a database of a later version is refused with a message', async () => {
  await query(url, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)");
  const words = /^База данных обновлена более новой версией сервера/;
  await expect(open()).rejects.toThrow(words);
  expect(await planned()).toContainEqual(expect.stringMatching(words));
});

test('during a migration the server listens and answers 503', { timeout: 60_000 }, async () => {
  await empty();
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [lock]);
  const dataDir = await mkdtemp(join(tmpdir(), 'protokol-migrating-'));
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: 'test', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [serverScript('main')], {
    env: { ...env, DATABASE_URL: url, DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part));
  const ask = (path: string, accept = 'application/json') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } }).catch(() => undefined);
  try {
    const refused = await until(() => ask('/api/protocols'), 'an answer while the database is updated');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toEqual({
      message: 'Сервер обновляется. Данные не потеряны, попробуйте через минуту',
      code: 'unavailable',
    });
    expect([(await ask('/api/live'))?.status, (await ask('/api/serving'))?.status]).toEqual([200, 503]);
    const ready = await ask('/api/ready');
    expect([ready?.status, await ready?.json()]).toMatchObject([503, { status: 'unavailable', migrations: false }]);
    const page = await ask('/main', 'text/html');
    expect([page?.status, page?.headers.get('refresh')]).toEqual([503, '5']);
    expect(await page?.text()).toContain('<h1>Сервер обновляется</h1>');
    // It listens before it asks for the lock.
    const waits = /^Базу данных обновляет другой сервер: этот ждёт\.$/m;
    await until(() => waits.test(output) || undefined, 'a server that waits for the other one');
    await holder.end();
    await until(async () => ((await ask('/api/ready'))?.status === 200 ? true : undefined), 'a server that is ready');
    expect(output).toMatch(/^База данных обновлена за \d+ с\.$/m);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    await rm(dataDir, { recursive: true, force: true });
  }
  expect(child.exitCode, output).toBe(0);
});
