import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyKeys } from '#server/schema/service.ts';
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
