import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('a task that comes with its question on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  // The earlier tasks of a protocol are those in all protocols of its secretary.
  beforeEach(async () => {
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  async function make(path: string, body: object): Promise<string> {
    const reply = await app.call(anna, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id;
  }
  const read = async (id: string) => (await app.call(anna, 'GET', `/protocols/${id}`)).json().data;
  /** Adds an earlier protocol with an open task, and returns the edit that adds it to another one as a question. */
  async function bring() {
    const before = await make('/protocols', { title: 'Планёрка', held_at: '2026-03-03T10:00:00Z' });
    const first = await make(`/protocols/${before}/tasks`, { title: 'Проверить щиты' });
    const agenda = [{ id: 'q1', title: 'О смете' }];
    const id = await make('/protocols', { title: 'Планёрка', held_at: '2026-03-10T10:00:00Z', agenda });
    const task = { id: randomUUID(), title: 'Проверить щиты', agenda_id: 'q2', origin_task_id: first };
    const item = { id: 'q2', title: 'О выполнении поручения' };
    const edit = { version: 1, agenda_changes: { items: [item], order: ['q1', 'q2'] }, new_task: task };
    return { id, first, task, edit };
  }

  test('is saved in one mutation with its question and origin; a repeated key gives the same reply', async () => {
    const { id, first, task, edit } = await bring();
    const headers = { 'idempotency-key': randomUUID() };
    const put = () => app.call(anna, 'PUT', `/protocols/${id}`, edit, headers);
    const [one, again] = [await put(), await put()];
    expect(one.statusCode, one.body).toBe(200);
    expect(again.body).toBe(one.body);
    expect(one.json().data).toMatchObject({
      version: 2,
      agenda: [{ id: 'q1' }, { id: 'q2' }],
      tasks: [{ id: task.id, agenda_id: 'q2', origin_task_id: first, status: 'new' }],
    });
    expect((await app.call(anna, 'GET', `/protocols/${id}/earlier-tasks`)).json().data).toEqual([]);
  });

  test('is saved entirely or not at all', async () => {
    const { id, task, edit } = await bring();
    const wrong = { ...edit, new_task: { ...task, assignee_id: randomUUID() } };
    expect((await app.call(anna, 'PUT', `/protocols/${id}`, wrong)).statusCode).toBe(422);
    expect(await read(id)).toMatchObject({ version: 1, agenda: [{ id: 'q1' }], tasks: [] });
    expect((await app.call(anna, 'PUT', `/protocols/${id}`, { ...edit, version: 7 })).statusCode).toBe(409);
    expect(await read(id)).toMatchObject({ version: 1, agenda: [{ id: 'q1' }], tasks: [] });
  });

  test('that exists is not created twice by an edit that is made over another version', async () => {
    const { id, task, edit } = await bring();
    await app.call(anna, 'PUT', `/protocols/${id}`, edit);
    const over = { ...edit, version: 2, agenda_changes: { items: [{ id: 'q2', title: 'О щитах' }] } };
    const reply = await app.call(anna, 'PUT', `/protocols/${id}`, over);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await read(id)).toMatchObject({ agenda: [{}, { title: 'О щитах' }], tasks: [{ id: task.id }] });
  });

  test('under the id of another task is refused', async () => {
    const { id, edit, first } = await bring();
    const reply = await app.call(anna, 'PUT', `/protocols/${id}`, {
      ...edit,
      new_task: { ...edit.new_task, id: first },
    });
    expect(reply.statusCode).toBe(422);
    expect(await read(id)).toMatchObject({ version: 1, tasks: [] });
  });
});
