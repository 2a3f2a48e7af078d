import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '#tests/support/api-client.ts';
import { sampled } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { serverScript } from '#tests/support/server-script.ts';
import { createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';

const given = { ADMIN_EMAIL: 'First@Example.ru', ADMIN_PASSWORD: 'свой пароль', ADMIN_NAME: 'Котова Нина Петровна' };

let folder: string;
const children: ChildProcess[] = [];
const servers: ServerProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-admin-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'data');

/** Runs the command without a terminal. */
async function createAdmin(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const clean = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_NAME: '', DATABASE_URL: '' };
  const child = spawn(process.execPath, [serverScript('create-admin')], {
    env: { ...process.env, ...clean, DATA_DIR: dataDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  const hear = (part: Buffer) => {
    said += part;
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  await once(child, 'close');
  return { code: child.exitCode, said: said.trim() };
}

async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start(dataDir(), { DEMO: 'off', ...env });
  servers.push(server);
  return server;
}

describe.each(databaseKinds)('the first administrator on %s', (kind) => {
  let database: Record<string, string>;
  beforeEach(async () => {
    database = kind === 'postgres' ? { DATABASE_URL: await createPostgresDatabase() } : {};
  });
  afterEach(async () => {
    if (database.DATABASE_URL) await dropPostgresDatabase(database.DATABASE_URL);
  });

  test('is created from environment variables and signs in, and no demo data is added', async () => {
    const made = await createAdmin({ ...database, ...given });
    expect(made).toEqual({
      code: 0,
      said: 'Администратор first@example.ru создан: войдите с этим e-mail и паролем.',
    });
    const server = await startServer({ ...database, DEMO: 'on' });
    expect(server.output).not.toMatch(/Демонстрационные|protokol:|admin@example\.ru|Пользователей ещё нет/);
    const token = await signIn(server.url, { email: 'first@example.ru', password: given.ADMIN_PASSWORD });
    const me = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me.json()).data).toMatchObject({ role: 'admin', name: given.ADMIN_NAME, is_blocked: false });
    await server.stop();
  });

  longTest('is refused for an e-mail already in use, in any letter case, and nothing changes', async () => {
    await createAdmin({ ...database, ...given });
    const again = await createAdmin({
      ...{ ...database, ...given },
      ...{ ADMIN_EMAIL: 'FIRST@example.ru', ADMIN_PASSWORD: 'другой пароль' },
    });
    expect(again).toEqual({ code: 1, said: 'Пользователь с таким e-mail уже есть: first@example.ru.' });
    const server = await startServer(database);
    await signIn(server.url, { email: 'first@example.ru', password: given.ADMIN_PASSWORD });
    await server.stop();
  });
});

longTest('the command fails beside a server on the embedded database and says what to do', async () => {
  const server = await startServer();
  expect(server.output).toContain('создайте администратора: npm run admin:create');
  const { code, said } = await createAdmin(given);
  expect(code).toBe(1);
  expect(said).toMatch(/^С папкой данных \S+ работает сервер \(процесс \d+\)\. Остановите его/);
  expect(said.split('\n')).toHaveLength(1);
});

longTest('the command works beside a server on PostgreSQL', async () => {
  const DATABASE_URL = await createPostgresDatabase();
  const server = await startServer({ DATABASE_URL });
  expect((await createAdmin({ DATABASE_URL, ...given })).code).toBe(0);
  await signIn(server.url, { email: 'first@example.ru', password: given.ADMIN_PASSWORD });
  await server.stop();
  await dropPostgresDatabase(DATABASE_URL);
});

const refusals: [env: Record<string, string>, said: string][] = [
  [{}, 'Задайте ADMIN_EMAIL, ADMIN_PASSWORD и ADMIN_NAME или выполните команду в терминале.'],
  [{ ...given, ADMIN_EMAIL: 'не адрес' }, 'Неверная настройка ADMIN_EMAIL: неверный формат e-mail.'],
  [
    { ...given, ADMIN_PASSWORD: '12345' },
    'Неверная настройка ADMIN_PASSWORD: пароль должен содержать минимум 6 символов.',
  ],
  [{ ...given, ADMIN_NAME: ' ' }, 'Неверная настройка ADMIN_NAME: поле обязательно для заполнения.'],
  [{ ...given, ADMIN_PASSWORD: '' }, 'Неверная настройка ADMIN_PASSWORD: поле обязательно для заполнения.'],
];
test.each(sampled(refusals, 5))('%j is refused in one line', async (env, said) => {
  expect(await createAdmin(env)).toEqual({ code: 1, said });
});

longTest('the server does not listen publicly on a former demo folder with the well-known demo password', async () => {
  const demo = await ServerProcess.start(dataDir(), { DEMO_PASSWORD: 'protokol' });
  await demo.stop();
  const opened = ServerProcess.start(dataDir(), { DEMO: 'off', HOST: '0.0.0.0' });
  await expect(opened).rejects.toThrow(
    /Настройка HOST \(0\.0\.0\.0\) открывает сервер другим, а в базе есть .*\(admin@example\.ru\)/,
  );
});
