import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { readConfig } from '#server/config/read-config.ts';
import { checkStorage } from '#server/config/startup-checks.ts';
import { createReadiness } from '#server/modules/health/index.ts';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import { type Database, openDatabase } from '#server/platform/db/index.ts';
import { openStorage, reachStorage, StorageAway } from '#server/platform/storage/index.ts';
import { users } from '#server/schema/people.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { type Node, startNode } from './support/node.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { query, startPostgres } from './support/postgres-setup.ts';
import { sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);
beforeAll(() => {
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
});
afterEach(() => expect(uncaught).toEqual([]));
afterAll(() => {
  process.off('uncaughtException', onUncaught);
  process.off('unhandledRejection', onUncaught);
});

const away = 'База данных недоступна. Данные не потеряны, попробуйте ещё раз';
const readOnly = 'База данных пока принимает только чтение. Данные не потеряны, попробуйте ещё раз';

describe('PostgreSQL that fails', () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let database: Database;
  let node: Node;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-failover-'));
    postgres = await startPostgres(folder);
    database = await openDatabase({ url: postgres.url, folder: '' });
    node = await startNode(readConfig({ DATA_DIR: join(folder, 'node') }), database);
    const passwordHash = await hashPassword('пароль');
    await database.db.insert(users).values({ id: 'anna', email: 'anna@example.ru', role: 'secretary', passwordHash });
    token = (await node.services.auth.signIn('anna', 'test')).token;
  });
  afterAll(async () => {
    await node.close();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const write = async () => {
    const reply = await fetch(`${node.url}/api/protocols`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Совет' }),
    });
    return { status: reply.status, message: (await reply.json()).message };
  };
  const isBack = () => until(async () => (await write()).status === 201 || undefined, 'a write that is taken', 10_000);

  longTest('frozen: every call gets a 503, and calls succeed again once it resumes', async () => {
    await isBack();
    postgres.freeze();
    const calls = await Promise.all(Array.from({ length: 15 }, write)).finally(() => postgres.thaw());
    expect(new Set(calls.map(({ status, message }) => `${status} ${message}`))).toEqual(new Set([`503 ${away}`]));
    await isBack();
  });

  test('stopped: 503 until its restart', async () => {
    await postgres.stop();
    expect(await write()).toEqual({ status: 503, message: away });
    expect((await fetch(`${node.url}/api/ready`)).status).toBe(503);
    for (const path of ['live', 'serving']) expect((await fetch(`${node.url}/api/${path}`)).status, path).toBe(200);
    postgres = await startPostgres(folder, postgres.port);
    await isBack();
  });

  test('a read-only replica: 503 until it accepts writes', async () => {
    await query(postgres.url, 'alter database postgres set default_transaction_read_only = on');
    await query(postgres.url, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
    const refused = async () => {
      const reply = await write();
      return reply.message === readOnly ? reply.status : undefined;
    };
    expect(await until(refused, 'a write that is refused')).toBe(503);
    await query(postgres.url, 'begin read write; alter database postgres reset all; commit');
    await isBack();
  });
});

describe('an object storage that fails', () => {
  let objects: Awaited<ReturnType<typeof startObjectStorage>>;
  let app: TestApp;
  let anna: TestUser;
  let protocol: string;
  beforeAll(async () => {
    objects = await startObjectStorage();
    app = await startTestApp('postgres', { config: { storageUrl: objects.url, storageMs: 1_000 } });
    anna = await app.addUser();
    protocol = (await app.call(anna, 'POST', '/protocols', { title: 'Совет' })).json().data.id;
  });
  afterAll(async () => {
    await app.close();
    await objects.close();
  });

  const send = () => {
    const file = new File(['%PDF-1.7\n'], 'отчёт.pdf');
    return sendForm(app, anna, 'POST', `/protocols/${protocol}/attachments`, [['file', file]]);
  };

  test.each(['busy', 'reset', 'hang'] as const)(
    '%s: uploads get a 503 with a message, other calls still work',
    async (how) => {
      objects.fail(how);
      const reply = await send();
      expect([reply.statusCode, reply.json().message]).toEqual([
        503,
        'Хранилище файлов недоступно. Данные не потеряны, попробуйте ещё раз',
      ]);
      expect((await app.call(anna, 'GET', `/protocols/${protocol}`)).statusCode).toBe(200);
      objects.fail();
      expect((await send()).statusCode).toBe(201);
    },
  );

  test.each([
    ['a full chunk', chunkBytes],
    ['an attachment of 17 MiB', 17 * 1024 * 1024],
  ])('that hangs ends the wait for %s after five seconds at most, and holds no connection', async (_, bytes) => {
    const path = join(app.services.config.dataDir, 'sent');
    await writeFile(path, Buffer.alloc(bytes));
    const hanging = await startObjectStorage();
    const storage = await openStorage({ dataDir: '', url: hanging.url, answerMs: 2_000 });
    hanging.fail('hang');
    const began = performance.now();
    await expect(storage.adopt(path, 'attachments/one')).rejects.toBeInstanceOf(StorageAway);
    await expect(storage.size('attachments/one')).rejects.toBeInstanceOf(StorageAway);
    expect(performance.now() - began).toBeLessThan(2 * 5_000);
    await until(async () => (await hanging.connections()) === 0 || undefined, 'no connection');
    hanging.fail();
    await storage.adopt(path, 'attachments/one');
    expect(await storage.size('attachments/one')).toBe(bytes);
    await hanging.close();
  });

  test('that hangs is let go of by a check whose time is over', async () => {
    const hanging = await startObjectStorage();
    const storage = await openStorage({ dataDir: '', url: hanging.url, answerMs: 2_000 });
    hanging.fail('hang');
    await expect(reachStorage(storage, 100)).rejects.toThrow('no answer in 100 ms');
    await until(async () => (await hanging.connections()) === 0 || undefined, 'no connection', 5_000);
    await hanging.close();
  });

  test('only warns when unreachable at startup, and stops the startup when it refuses the keys', async () => {
    const check = async (url: string) => {
      const config = readConfig({ STORAGE_URL: url });
      return checkStorage(config, await openStorage({ dataDir: '', url, answerMs: 1_000 }));
    };
    expect(await check('s3://key:secret@bucket?endpoint=http://127.0.0.1:9&region=ru')).toMatch(/пока не отвечает/);
    expect(await check(objects.url)).toBeUndefined();
    await expect(check(objects.url.replace('//key', '//other'))).rejects.toThrow(/не принимает ключи/);
  });

  test('a missing bucket stops the startup with its name, and a server is not ready without it', async () => {
    const url = objects.url.replace('@bucket', '@bukcet');
    const storage = await openStorage({ dataDir: '', url, answerMs: 1_000 });
    await expect(checkStorage(readConfig({ STORAGE_URL: url }), storage)).rejects.toThrow(/нет корзины «bukcet»/);
    const { database, stopping } = app.services;
    const readinessOf = (files: typeof storage) =>
      createReadiness({ database, storage: files, stopping, migrations: 0 })();
    expect(await readinessOf(storage)).toMatchObject({ database: true, storage: false });
    expect(await readinessOf(app.services.storage)).toMatchObject({ database: true, storage: true });
  });
});
