import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wrongSettingsExit } from '#server/config/startup-error-text.ts';
import { sampled } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { serverScript } from '#tests/support/server-script.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-start-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Start = { child: ChildProcess; output: () => string; address: Promise<string>; ended: Promise<number | null> };

function startServer(env: Record<string, string>, script = serverScript('main')): Start {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const address = new Promise<string>((resolve) => {
    const hear = (part: Buffer) => {
      output += part;
      const found = /^Протокол: (\S+)$/m.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, address, ended };
}

/** Expects one line in Russian, and this exit code: 1 for a fault that may pass. */
async function expectRefusal(start: Start, line: RegExp, code = 1): Promise<void> {
  expect(await start.ended).toBe(code);
  expect(start.output().trim()).toMatch(line);
  expect(start.output().trim().split('\n')).toHaveLength(1);
}

test('prints its address and the demo accounts, and stops on SIGTERM', async () => {
  // Started as it stands in the source tree: `npm start` runs that.
  const server = startServer({ DEMO: 'on' }, 'server/main.ts');
  const address = await server.address;
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  // Printed after the address, and read from a pipe.
  await expect.poll(server.output).toMatch(/^Демонстрационные учётные записи, пароль protokol:\n +admin@example\.ru/m);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expect(stat(join(dataDir, 'server.pid'))).rejects.toThrow('ENOENT');
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

longTest('a second server on the same data folder does not start, whatever its database', async () => {
  const first = startServer({ DEMO: 'off' });
  const address = await first.address;
  const line = new RegExp(`^Папка данных ${dataDir} занята другим сервером \\(процесс ${first.child.pid}\\)\\.`);
  await expectRefusal(startServer({}), line);
  const url = await createPostgresDatabase();
  await expectRefusal(startServer({ DATABASE_URL: url }), line);
  await dropPostgresDatabase(url);
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
});

longTest('a wrong path to ffmpeg stops the start; a missing ffmpeg is only reported', async () => {
  const line = /^Неверная настройка FFMPEG_PATH \(«\/nowhere/;
  await expectRefusal(startServer({ FFMPEG_PATH: '/nowhere/ffmpeg' }), line, wrongSettingsExit);
  const server = startServer({ DEMO: 'off', FFMPEG_PATH: 'no-such-ffmpeg' });
  const health = await fetch(`${await server.address}/api/health`);
  expect(await health.json()).toMatchObject({ features: { ffmpeg: false } });
  expect(server.output()).toContain('Не найдена программа no-such-ffmpeg');
  server.child.kill('SIGTERM');
  await server.ended;
});

longTest('an object storage that rejects the server’s key stops the start with one line', async () => {
  const objects = await startObjectStorage();
  const STORAGE_URL = objects.url.replace('//key', '//other');
  const line = /^Хранилище из STORAGE_URL не принимает ключи/;
  await expectRefusal(startServer({ DEMO: 'off', STORAGE_URL }), line, wrongSettingsExit);
  await objects.close();
});

longTest('the data folder of a killed server is taken over', async () => {
  const first = startServer({ DEMO: 'off' });
  await first.address;
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toMatch(`${first.child.pid}\n`);
  const second = startServer({ DEMO: 'off' });
  expect((await fetch(`${await second.address}/api/health`)).status).toBe(200);
});

longTest('a port in use is reported', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expectRefusal(
    startServer({ PORT: String(port), DEMO: 'off' }),
    new RegExp(`^Порт ${port} на 127\\.0\\.0\\.1 занят`),
  );
  other.close();
  await once(other, 'close');
});

const wrongSettings: [env: Record<string, string>, line: RegExp, code: number][] = [
  [{ PORT: 'восемь' }, /^Неверная настройка PORT \(«восемь»\)/, wrongSettingsExit],
  [{ STORAGE_URL: 'ftp://files' }, /^Неверная настройка STORAGE_URL: нужен адрес вида s3:/, wrongSettingsExit],
  [{ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/db' }, /^База данных из DATABASE_URL не отвечает/, 1],
];
test.each(sampled(wrongSettings, 3, 2))('%j stops the start with one clear line', async (env, line, code) => {
  const start = startServer(env);
  await expectRefusal(start, line, code);
  expect(start.output()).not.toContain('secret');
});

longTest('an address that this machine does not have is reported', async () => {
  const start = startServer({ HOST: '192.0.2.1', DATA_DIR: join(dataDir, 'elsewhere') });
  await expectRefusal(start, /^Адрес HOST \(192\.0\.2\.1\) на этом компьютере не найден/);
});

longTest('a missing database is reported', async () => {
  const url = await createPostgresDatabase();
  await dropPostgresDatabase(url);
  await expectRefusal(startServer({ DATABASE_URL: url }), /^Базы данных, названной в DATABASE_URL, нет/);
});

longTest('a database folder that holds something else is left alone', async () => {
  const other = join(dataDir, 'other');
  await mkdir(join(other, 'db'), { recursive: true });
  await writeFile(join(other, 'db/pg_hba.conf'), 'mine');
  await expectRefusal(startServer({ DATA_DIR: other }), /^В папке .*other\/db что-то есть, но базы данных нет/);
  expect(await readdir(join(other, 'db'))).toEqual(['pg_hba.conf']);
});

longTest('a file in place of the data folder is reported', async () => {
  const path = join(dataDir, 'secret');
  await chmod(path, 0o600);
  await expectRefusal(startServer({ DATA_DIR: path }), /^Папка данных недоступна для записи/);
});
