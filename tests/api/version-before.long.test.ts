import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import { countOwnMigrations } from '#server/platform/db/index.ts';
import { unpackEarlierServer } from '#tests/old-build/old-build.ts';
import { createProtocol, createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
const anna = { email: 'anna@example.ru', password: 'пароль-анны' };
type Read = { data: { id: string; title: string; version: number; agenda: unknown[]; tasks?: { title: string }[] } };

let folder: string;
let url: string;
let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let client: pg.Client;
let before: ServerProcess;
let now: ServerProcess;
beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'version-before-'));
  const build = join(folder, 'build');
  [url, storage] = await Promise.all([createPostgresDatabase(), startObjectStorage(), unpackEarlierServer(build)]);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  const env = { DATABASE_URL: url, STORAGE_URL: storage.url, SECRET: 'общий-ключ-двух-версий-0123456789', DEMO: 'off' };
  before = await ServerProcess.start(join(folder, 'before'), env, build);
  await client.query('insert into users (id, email, role, name, password_hash) values ($1, $2, $3, $4, $5)', [
    ...['anna', anna.email, 'secretary', 'Петрова Анна Андреевна'],
    await hashPassword(anna.password),
  ]);
  expect(await countMigrations()).toBeLessThan(await countOwnMigrations());
  now = await ServerProcess.start(join(folder, 'now'), env);
  expect(await countMigrations()).toBe(await countOwnMigrations());
}, 240_000);
afterAll(async () => {
  await now?.stop();
  await before?.stop();
  await client?.end();
  await storage?.close();
  await dropPostgresDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

async function countMigrations(): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
  return rows[0].count;
}

test('a server of the previous version works beside this one, on the schema of this one', async () => {
  for (const [first, second] of [
    [before, now],
    [now, before],
  ] as const) {
    const token = await signIn(first.url, anna);
    const id = await createProtocol(first.url, token, 'Совет', { agenda: [{ id: 'a', title: 'Смета' }] });
    await createTask(second.url, token, id, { title: 'Представить смету' });
    const read = () => getJson<Read>(first.url, token, `/protocols/${id}`);
    const { data } = await read();
    expect(data.tasks).toMatchObject([{ title: 'Представить смету' }]);
    const changed = await fetch(`${second.url}/api/protocols/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Правление', version: data.version }),
    });
    expect(changed.status).toBe(200);
    expect((await read()).data).toMatchObject({ title: 'Правление', agenda: [{ title: 'Смета' }] });
    for (const { url: address } of [first, second]) {
      const list = await getJson<{ data: { id: string }[] }>(address, token, '/protocols');
      expect(list.data.map((row) => row.id)).toContain(id);
      for (const path of ['/me', '/protocols/tasks', '/me/notices', '/users', '/bodies', '/search?search=правление']) {
        expect([path, await getJson(address, token, path)]).toMatchObject([path, { data: expect.anything() }]);
      }
    }
  }
});

test('each of the two sends files by the addresses that the other has signed', async () => {
  for (const [first, second] of [
    [before, now],
    [now, before],
  ] as const) {
    const form = new FormData();
    for (const [name, value] of [
      ['title', 'Планёрка'],
      ['start_at', '2026-11-20T10:00:00+03:00'],
      ['end_at', '2026-11-20T11:00:00+03:00'],
    ] as const)
      form.set(name, value);
    form.set('files[]', new File(['%PDF-1.7\nстраница'], 'Отчёт.pdf'));
    const authorization = `Bearer ${await signIn(first.url, anna)}`;
    const made = await fetch(`${first.url}/api/meetings`, { method: 'POST', headers: { authorization }, body: form });
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { files: { url: string }[] } };
    for (const { url: address } of [first, second])
      expect((await fetch(new URL(data.files[0]?.url ?? '', address))).status).toBe(200);
  }
});
