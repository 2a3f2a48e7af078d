import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/index.ts';
import { openPlace } from '#server/platform/storage/index.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { serverScript } from '#tests/support/server-script.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { SignedInServer } from './support/signed-in-server.ts';
import { bothDatabases, createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';

type Env = Record<string, string>;

let folder: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-backup-'));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function run(name: 'backup' | 'restore', args: string[], env: Env) {
  const child = spawn(process.execPath, [serverScript(name), ...args], {
    env: { ...process.env, DATABASE_URL: '', STORAGE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  await once(child, 'close');
  return { code: child.exitCode, said: said.trim() };
}

/** Environment of an installation: its own data folder, and with PostgreSQL object storage too. */
async function installation(kind: 'pglite' | 'postgres', name: string): Promise<Env> {
  const place = { DATA_DIR: join(folder, name), DEMO_PASSWORD: 'protokol' };
  if (kind === 'pglite') return place;
  const DATABASE_URL = await createPostgresDatabase();
  closers.push(() => dropPostgresDatabase(DATABASE_URL));
  return { ...place, DATABASE_URL, STORAGE_URL: (await objectStorage()).replace('/folder', `/${name}`) };
}

let storageUrl: string | undefined;
async function objectStorage(): Promise<string> {
  if (storageUrl === undefined) {
    const { url, close } = await startObjectStorage();
    storageUrl = url;
    closers.push(async () => {
      storageUrl = undefined;
      await close();
    });
  }
  return storageUrl;
}

async function emptied(env: Env): Promise<Env> {
  if (!env.DATABASE_URL) return env;
  const database = await openDatabase({ url: env.DATABASE_URL, folder: '' });
  await database.db.execute(sql`drop schema public, drizzle cascade`);
  await database.db.execute(sql`create schema public`);
  await database.close();
  return env;
}

/** Reads every row of every table but for its version, which a restore raises, and every file. The server is stopped. */
async function contentsOf({ DATA_DIR = '', DATABASE_URL, STORAGE_URL }: Env) {
  const database = await openDatabase({ url: DATABASE_URL, folder: join(DATA_DIR, 'db') });
  const read = async (query: SQL) => ((await database.db.execute(query)) as { rows: { found: string }[] }).rows;
  const tables = await read(
    sql`select table_name as found from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { found: name } of tables) {
    const all = await read(
      sql`select (to_jsonb(t) - 'version')::text as found from ${sql.identifier(name)} t order by 1`,
    );
    rows[name] = all.map(({ found }) => found);
  }
  await database.close();
  const files: Record<string, number> = {};
  const storage = await openPlace(STORAGE_URL ?? join(DATA_DIR, 'files'));
  for await (const { key, bytes } of storage.list()) files[key] = bytes;
  return { rows, files };
}

/** Starts a server with a protocol that has a file. */
async function started(env: Env) {
  const server = await SignedInServer.start(env.DATA_DIR ?? '', env);
  closers.push(() => server.process.stop());
  const content = Buffer.alloc(300_000, 'протокол');
  const { id } = await server.begin(content);
  const body = new FormData();
  body.append('file', new Blob([content]), 'Смета.txt');
  const headers = { authorization: `Bearer ${server.address.token}` };
  const sent = await fetch(`${server.address.url}/api/protocols/${id}/attachments`, { method: 'POST', headers, body });
  expect(sent.status, await sent.clone().text()).toBeLessThan(300);
  return { server, id, headers };
}

const to = () => join(folder, 'copies');

test.each(databaseKinds)('a backup on %s contains every write acknowledged before it began', async (kind) => {
  const original = await installation(kind, 'original');
  const { server } = await started(original);
  const acknowledged: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) {
      const title = `Протокол ${uuidv7()}`;
      await server.call('POST', '/protocols', { title });
      acknowledged.push(title);
    }
  })();
  await until(() => acknowledged.length > 3 || undefined, 'the first writes');
  const before = acknowledged.length;
  const made = await run('backup', ['--to', to()], original);
  isWriting = false;
  await writing;
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^Копия [\dTZ-]+ готова: файлов \d+/) });
  await server.process.stop();
  const restored = await emptied(await installation(kind, 'restored'));
  expect(await run('restore', ['--from', to()], restored)).toMatchObject({ code: 0 });
  const { rows, files } = await contentsOf(restored);
  const titles = (rows.protocols ?? []).join('\n');
  const there = acknowledged.map((title) => titles.includes(title));
  expect(there.slice(0, before)).not.toContain(false);
  // The protocols were written one after the other, so only the last ones may be missing.
  expect(there.lastIndexOf(true)).toBe(there.filter(Boolean).length - 1);
  const { files: now } = await contentsOf(original);
  expect(now, 'what is processed meanwhile may come later').toMatchObject(files);
});

longTest.each(bothDatabases)(
  'a backup on %s of a stopped server has every row and file, and a restored copy runs beside it',
  async (kind) => {
    const original = await installation(kind, 'original');
    const { server, id, headers } = await started(original);
    await server.process.demoProcessed();
    await run('backup', ['--to', to()], original);
    await server.process.stop();
    const second = await run('backup', ['--to', to()], original);
    expect(second.said, 'what was copied once').toContain('из них новых 0.');
    const restored = await emptied(await installation(kind, 'restored'));
    expect(await run('restore', ['--from', to()], restored)).toMatchObject({ code: 0 });
    expect(await contentsOf(restored)).toEqual(await contentsOf(original));
    expect(await readdir(join(original.DATA_DIR ?? '', 'backup-work'))).toEqual(['data.lock']);
    await server.process.start();
    const beside = await ServerProcess.start(restored.DATA_DIR ?? '', restored);
    closers.push(() => beside.stop());
    const answered = await fetch(`${beside.url}/api/protocols/${id}`, { headers });
    expect((await answered.json()).data.attachments).toHaveLength(1);
  },
);

test('a backup in a folder is readable by its owner alone', async () => {
  const env = { DATA_DIR: join(folder, 'data') };
  for (const path of ['db/PG_VERSION', 'files/videos/u/original', 'uploads/u.part', 'secret']) {
    await mkdir(join(env.DATA_DIR, dirname(path)), { recursive: true });
    await writeFile(join(env.DATA_DIR, path), '17', { mode: 0o644 });
  }
  expect(await run('backup', ['--to', to()], env)).toMatchObject({ code: 0 });
  const made = await readdir(to(), { recursive: true });
  expect(made.filter((path) => path.endsWith('backup.json'))).toHaveLength(1);
  const modes = await Promise.all(
    ['.', ...made].map(async (path) => ({ path, mode: (await stat(join(to(), path))).mode })),
  );
  expect(modes.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
});

test('a missing data folder, a missing copy and an unknown option are refused in one line', async () => {
  const env = { DATA_DIR: join(folder, 'data') };
  const nowhere = join(folder, 'nowhere');
  expect(await run('backup', ['--to', nowhere], env)).toEqual({
    code: 1,
    said: `Папки данных ${env.DATA_DIR} нет: копировать нечего.`,
  });
  expect(await run('restore', ['--from', nowhere], env)).toEqual({ code: 1, said: `В ${nowhere} нет копий.` });
  expect((await run('restore', ['--to', nowhere], env)).said).toBe('Такого параметра у команды нет.');
});

longTest('a damaged copy is not restored, and an installation in use is not overwritten', async () => {
  const env = { DATA_DIR: join(folder, 'data') };
  const server = await ServerProcess.start(env.DATA_DIR, {});
  closers.push(() => server.stop());
  const { said } = await run('backup', ['--to', to()], env);
  const name = said.split(' ')[1] ?? '';
  expect(await run('restore', ['--from', to()], { DATA_DIR: env.DATA_DIR })).toMatchObject({ code: 1 });
  await server.stop();
  expect((await run('restore', ['--from', to()], env)).said).toMatch(/^База данных там уже есть/);
  const file = join(to(), name, 'database');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
  const fresh = { DATA_DIR: join(folder, 'fresh') };
  expect((await run('restore', ['--from', to()], fresh)).said).toMatch(/^Копия повреждена: файл database/);
  expect(await readdir(fresh.DATA_DIR)).not.toContain('db');
});
