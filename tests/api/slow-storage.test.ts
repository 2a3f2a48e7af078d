import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabaseLimits } from '#server/platform/db/index.ts';
import { StorageAway } from '#server/platform/storage/storage-away.ts';
import { meetingFiles, meetings } from '#server/schema/meetings.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { attachmentForm } from '#tests/support/call-examples.ts';
import { picture } from '#tests/support/picture.ts';
import { until } from '#tests/support/processes.ts';
import { templateForm } from '#tests/support/template-form.ts';
import { startNode } from './support/node.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const fields: FormPart[] = [
  ['title', 'Планёрка'],
  ['start_at', '2026-11-20T10:00:00+03:00'],
  ['end_at', '2026-11-20T11:00:00+03:00'],
];
const pdf: FormPart = ['files[]', new File(['%PDF-1.7\n'], 'отчёт.pdf')];
const avatar: FormPart = ['avatar', new File([new Uint8Array(picture())], 'фото.png')];

describe.each(databaseKinds)('a storage that is slow, on %s', (kind) => {
  const now = new Date('2026-11-20T09:10:00Z');
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    anna = await app.addUser();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => app.close());

  const create = (parts = [...fields, pdf], headers = {}) => sendForm(app, anna, 'POST', '/meetings', parts, headers);
  const update = (id: string, parts: FormPart[] = [pdf]) =>
    sendForm(app, anna, 'POST', `/meetings/${id}`, [['_method', 'PUT'], ...parts]);
  const updateMe = (parts: FormPart[] = [avatar]) => sendForm(app, anna, 'POST', '/me', [['_method', 'PUT'], ...parts]);
  const sending = (user: TestUser, path: string, form: FormData) => () =>
    sendForm(app, user, 'POST', path, [...form.entries()]);
  const discarded = async () => (await app.db.select().from(discardedFiles)).map(({ storageKey }) => storageKey);

  /** Calls `also` for every file that was put into the storage; returns their keys. */
  function watchStorage(also: (key: string) => Promise<unknown> = async () => undefined): string[] {
    const { storage } = app.services;
    const { adopt } = storage;
    const keys: string[] = [];
    vi.spyOn(storage, 'adopt').mockImplementation(async (path, key, type) => {
      await adopt(path, key, type);
      keys.push(key);
      await also(key);
    });
    return keys;
  }
  const expectNothingOf = async (keys: string[]) => {
    expect(keys).not.toEqual([]);
    for (const key of keys) {
      expect(await app.services.storage.size(key), key).toBeUndefined();
      expect(await discarded()).not.toContain(key);
    }
  };

  const sweepAt = async (time: Date) => {
    const { config, database } = app.services;
    await (await startNode(config, database, () => time)).close();
  };

  async function made(path: string, body: object): Promise<string> {
    const reply = await app.call(anna, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id;
  }

  async function updates() {
    const { id } = (await create(fields)).json().data;
    return () => update(id);
  }

  /** Returns a call that an assignee makes once for each task. */
  async function reports() {
    const kim = await app.addUser('external');
    const protocol = await made('/protocols', { title: 'Совет' });
    const tasks: string[] = [];
    while (tasks.length < usualDatabaseLimits.poolSize)
      tasks.push(await made(`/protocols/${protocol}/tasks`, { title: 'Смета', assignee_id: kim.id }));
    expect((await app.call(anna, 'PUT', `/protocols/${protocol}`, { stage: 'finish' })).statusCode).toBe(200);
    return () => sendForm(app, kim, 'POST', `/me/tasks/${tasks.pop()}/reports`, [['text', 'Готово'], pdf]);
  }

  // As many as the pool of the database has connections: one route alone that held them would be seen.
  test.each<[string, () => Promise<() => ReturnType<typeof create>>]>([
    ['createMeeting', async () => () => create()],
    ['updateMeeting', updates],
    ['updateMe', async () => () => updateMe()],
    [
      'createAttachment',
      async () =>
        sending(anna, `/protocols/${await made('/protocols', { title: 'Совет' })}/attachments`, attachmentForm()),
    ],
    ['createReport', reports],
    ['createTemplate', async () => sending(await app.addUser('admin'), '/settings/templates', templateForm())],
  ])('does not block other requests: %s', async (name, prepare) => {
    const meeting = (await create(fields)).json().data.id;
    const send = await prepare();
    const held = Promise.withResolvers<void>();
    const keys = watchStorage(() => held.promise);
    const slow: ReturnType<typeof create>[] = [];
    try {
      // One after the other: a person may send at most four forms at the same time.
      while (slow.length < usualDatabaseLimits.poolSize) {
        slow.push(send());
        await until(
          () => (keys.length === slow.length ? true : undefined),
          'a file on its way into the storage',
          20_000,
        );
      }
      expect((await app.call(anna, 'GET', '/me')).statusCode).toBe(200);
      expect((await app.call(anna, 'PUT', `/meetings/${meeting}`, { title: 'Совещание' })).statusCode).toBe(200);
    } finally {
      held.resolve();
    }
    const codes = (await Promise.all(slow)).map(({ statusCode }) => statusCode);
    expect(codes).toEqual(Array(usualDatabaseLimits.poolSize).fill(name.startsWith('create') ? 201 : 200));
    if (name === 'updateMe') {
      const { avatar_url } = (await app.call(anna, 'GET', '/me')).json().data;
      expect((await app.call(null, 'GET', avatar_url.replace('/api', ''))).statusCode).toBe(200);
    } else for (const key of keys) expect(await app.services.storage.size(key), key).toBeGreaterThan(0);
    if (!name.endsWith('Meeting')) return;
    for (const key of keys) expect(await app.db.$count(meetingFiles, eq(meetingFiles.storageKey, key)), key).toBe(1);
  });

  test('keeps no file of a refused request', async () => {
    const keys = watchStorage();
    const meeting = (await create(fields)).json().data.id;
    const late: FormPart = ['end_at', '2026-11-20T09:00:00+03:00'];
    expect((await create([...fields.slice(0, 2), late, pdf])).statusCode).toBe(422);
    expect((await update(meeting, [late, pdf])).statusCode).toBe(422);
    await expectNothingOf(keys);
  });

  test('receives no file for another’s meeting', async () => {
    const { id } = (await create(fields)).json().data;
    const keys = watchStorage();
    const boris = await app.addUser();
    const reply = await sendForm(app, boris, 'POST', `/meetings/${id}`, [['_method', 'PUT'], pdf]);
    expect([reply.statusCode, keys]).toEqual([404, []]);
  });

  test('keeps no second file of a form that is sent again', async () => {
    const headers = { 'idempotency-key': 'again' };
    const first = await create([...fields, pdf], headers);
    const keys = watchStorage();
    expect((await create([...fields, pdf], headers)).body).toBe(first.body);
    await expectNothingOf(keys);
  });

  test('keeps no file of a request that counts as dead, and no sweep removes one on its way', async () => {
    const held = Promise.withResolvers<void>();
    const keys = watchStorage(() => held.promise);
    const waiting = create();
    await until(() => keys[0], 'a file on its way');
    await sweepAt(new Date(now.getTime() + 60_000));
    expect(await app.services.storage.size(keys[0] ?? '')).toBe(9);
    // The request counts as dead: nobody is that slow.
    await sweepAt(new Date(now.getTime() + 25 * 3_600_000));
    await expectNothingOf(keys);
    held.resolve();
    const before = await app.db.$count(meetings);
    const reply = await waiting;
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable']);
    expect(await app.db.$count(meetings)).toBe(before);
    expect(
      await app.db
        .select()
        .from(meetingFiles)
        .where(eq(meetingFiles.storageKey, keys[0] ?? '')),
    ).toEqual([]);
  });

  test('keeps no file that it stores after the request gave up', async () => {
    const { storage } = app.services;
    const keys: string[] = [];
    let takeLate = async () => undefined as unknown;
    vi.spyOn(storage, 'adopt').mockImplementation(async (path, key) => {
      const content = await readFile(path);
      keys.push(key);
      takeLate = () => storage.put(key, content);
      throw new StorageAway('no answer in time');
    });
    expect((await create()).statusCode).toBe(503);
    await takeLate();
    expect(await storage.size(keys[0] ?? '')).toBe(9);
    await sweepAt(new Date(now.getTime() + 2 * 3_600_000));
    await expectNothingOf(keys);
  });

  test('keeps no profile picture that could not be saved', async () => {
    const keys = watchStorage(async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    expect((await updateMe()).statusCode).toBe(507);
    expect(
      (await sendForm(app, await app.addUser('admin'), 'POST', `/users/${anna.id}`, [['_method', 'PUT'], avatar]))
        .statusCode,
    ).toBe(507);
    await expectNothingOf(keys);
  });
});
