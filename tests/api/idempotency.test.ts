import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyKeys } from '#server/schema/service.ts';
import { sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { bothDatabases } from './support/test-database.ts';

describe.each(bothDatabases)('a repeated request on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const write = (key: string, body: object, user = anna) =>
    app.call(user, 'POST', '/protocols', body, { 'idempotency-key': key });
  const count = async (user = anna) => (await app.call(user, 'GET', '/protocols')).json().meta.total as number;

  test('gets the first answer byte for byte and is executed once', async () => {
    const before = await count();
    const first = await write('k1', { title: 'Один' });
    const second = await write('k1', { title: 'Один' });
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await count()).toBe(before + 1);
  });

  test('is executed once, also when all arrive at the same time', async () => {
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 6 }, () => write('k2', { title: 'Вместе' })));
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test('an accepted edit does not conflict with its own repeat', async () => {
    const { id } = (await write('k3', { title: 'А' })).json().data;
    const edit = () =>
      app.call(anna, 'PUT', `/protocols/${id}`, { version: 1, title: 'Б' }, { 'idempotency-key': 'k4' });
    const [first, second] = [await edit(), await edit()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json().data.version).toBe(2);
  });

  test('a deletion returns 204 again', async () => {
    const { id } = (await write('k5', { title: 'А' })).json().data;
    const remove = () => app.call(anna, 'DELETE', `/protocols/${id}`, undefined, { 'idempotency-key': 'k6' });
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  });

  test('what was answered about a deleted protocol is kept nowhere; a repeat gets a 404', async () => {
    const secret = { title: 'Тайна о смете' };
    const { id } = (await write('k9', secret)).json().data;
    const edit = () =>
      app.call(anna, 'PUT', `/protocols/${id}`, { ...secret, place: 'Зал тайн' }, { 'idempotency-key': 'k10' });
    const give = () =>
      app.call(anna, 'POST', `/protocols/${id}/tasks`, { title: 'Тайна' }, { 'idempotency-key': 'k11' });
    const task = (await give()).json().data;
    const change = () =>
      app.call(anna, 'PUT', `/protocols/tasks/${task.id}`, { title: 'Тайна вторая' }, { 'idempotency-key': 'k12' });
    expect([(await edit()).statusCode, (await change()).statusCode]).toEqual([200, 200]);
    const remove = () => app.call(anna, 'DELETE', `/protocols/${id}`, undefined, { 'idempotency-key': 'k13' });
    await remove();
    const kept = await app.db.$count(idempotencyKeys, sql`${idempotencyKeys.reply} like '%айн%'`);
    const again = [await write('k9', secret), await edit(), await give(), await change(), await remove()];
    expect([kept, ...again.map(({ statusCode }) => statusCode)]).toEqual([0, 404, 404, 404, 404, 204]);
  });

  const keyed = (key: string, method: 'POST' | 'PUT', path: string, body: object, user = anna) =>
    app.call(user, method, path, body, { 'idempotency-key': key });
  /** Returns the answers under keys that begin so. */
  const answers = (keys: string) =>
    app.db
      .select({ reply: idempotencyKeys.reply, status: idempotencyKeys.status })
      .from(idempotencyKeys)
      .where(like(idempotencyKeys.key, `${keys}-%`));

  test('what was answered about a part that is deleted alone is kept nowhere; a repeat gets a 404', async () => {
    const { id } = (await write('whole', { title: 'О бюджете' })).json().data;
    const add = (part: string, body: object) => () => keyed(`part-${part}`, 'POST', `/protocols/${id}/${part}`, body);
    const addFile = () => {
      const file = new File(['%PDF-1.7\nсмета'], 'Смета.pdf');
      const headers = { 'idempotency-key': 'part-attachments' };
      return sendForm(app, anna, 'POST', `/protocols/${id}/attachments`, [['file', file]], headers);
    };
    for (const [part, send, change] of [
      ['tasks', add('tasks', { title: 'Смета' }), { title: 'Смета вторая' }],
      ['members', add('members', { member_id: anna.id }), { kind: 'absent' }],
      ['marks', add('marks', { at: 1, text: 'Спор' }), { text: 'Спор о смете' }],
      ['attachments', addFile, { title: 'Смета' }],
    ] as const) {
      const added = await send();
      const path = `/protocols/${part}/${added.json().data.id}`;
      const changed = await keyed(`part-put-${part}`, 'PUT', path, change);
      const gone = await app.call(anna, 'DELETE', path);
      const statuses = [added, changed, gone, await send()].map(({ statusCode }) => statusCode);
      expect([part, ...statuses]).toEqual([part, 201, 200, 204, 404]);
    }
    expect((await answers('part')).map(({ reply }) => reply)).toEqual(Array.from({ length: 8 }, () => null));
  });

  test('what was answered about reports is kept nowhere once their task is deleted', async () => {
    const kim = await app.addUser('external', { createdById: anna.id });
    const { id } = (await write('reported', { title: 'О бюджете' })).json().data;
    const given = { title: 'Смета', assignee_id: kim.id };
    const task = (await app.call(anna, 'POST', `/protocols/${id}/tasks`, given)).json().data;
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    const report = await keyed('report-1', 'POST', `/me/tasks/${task.id}/reports`, { text: 'Готово' }, kim);
    const path = `/protocols/task-reports/${report.json().data.id}`;
    const returned = await keyed('report-2', 'PUT', path, { state: 'returned', answer: 'Нет подписи' });
    const gone = await app.call(anna, 'DELETE', `/protocols/tasks/${task.id}`);
    expect([report, returned, gone].map(({ statusCode }) => statusCode)).toEqual([201, 200, 204]);
    // A server of the version before repeats an emptied answer with its status: that of one without a body.
    expect(await answers('report')).toEqual(Array.from({ length: 2 }, () => ({ reply: null, status: 204 })));
  });

  test('what was answered about a deleted meeting is kept nowhere', async () => {
    const meeting = { title: 'Тайная встреча', start_at: '2027-03-04T07:00:00Z', end_at: '2027-03-04T08:00:00Z' };
    const create = () => app.call(anna, 'POST', '/meetings', meeting, { 'idempotency-key': 'k14' });
    const { id } = (await create()).json().data;
    await app.call(anna, 'DELETE', `/meetings/${id}`);
    expect((await create()).statusCode).toBe(404);
  });

  test('a refused request does not use up its key', async () => {
    expect((await write('k7', { title: 'А', meeting_id: 'none' })).statusCode).toBe(422);
    expect((await write('k7', { title: 'А' })).statusCode).toBe(201);
  });

  test('a key is bound to its person and to its request', async () => {
    const boris = await app.addUser();
    await write('k8', { title: 'А' });
    expect((await write('k8', { title: 'А' }, boris)).json().data.secretary_id).toBe(boris.id);
    const other = await write('k8', { title: 'Б' });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_mismatch']);
    expect((await write('ключ с пробелом', { title: 'А' })).statusCode).toBe(400);
  });
});
