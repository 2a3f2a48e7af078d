import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/schema/people.ts';
import { finalVersions } from '#server/schema/protocols.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('tasks on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let boris: TestUser;
  let worker: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    boris = await app.addUser();
    worker = await app.addUser('external', { name: 'Ёлкина Мария' });
  });
  afterAll(() => app.close());

  const agenda = [{ id: 'смета', title: 'О смете' }];
  const protocol = async (user = anna, more: object = {}) => {
    const reply = await app.call(user, 'POST', '/protocols', { title: 'О бюджете', agenda, ...more });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data.id as string;
  };
  const post = (id: string, body: object, user = anna) => app.call(user, 'POST', `/protocols/${id}/tasks`, body);
  const create = async (id: string, body: object = {}, user = anna) => {
    const reply = await post(id, { title: 'Подготовить отчёт', ...body }, user);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const put = (id: string, body: object, user = anna) => app.call(user, 'PUT', `/protocols/tasks/${id}`, body);
  const remove = (id: string, user = anna) => app.call(user, 'DELETE', `/protocols/tasks/${id}`);
  const makeFinal = async (id: string) => {
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    expect((await app.call(anna, 'POST', `/protocols/${id}/final`)).statusCode).toBe(200);
  };
  const versionOf = async (id: string) =>
    (await app.call(anna, 'GET', `/protocols/${id}`)).json().data.version as number;

  test('a new task keeps the client’s id and all its fields, and does not change the protocol’s version', async () => {
    const protocolId = await protocol();
    const body = {
      id: uuidv7(),
      title: 'Подготовить <b>отчёт</b> 👍',
      status: 'in_progress',
      agenda_id: 'смета',
      assignee_id: worker.id,
      due_at: '2026-12-04T18:00:00+03:00',
      priority: 'high',
      evidence: { start: 33.5, end: 38, quote: 'поручаю', speaker: 'Иванов' },
      origin: 'keyword',
    };
    const made = await create(protocolId, body);
    const rest = { decision_id: null, origin_task_id: null, created_at: expect.any(String) };
    expect(made).toEqual({ ...body, ...rest, protocol_id: protocolId });
    const { data } = (await app.call(anna, 'GET', `/protocols/${protocolId}`)).json();
    expect([data.tasks, data.version]).toEqual([[made], 1]);
  });

  test('only a title is required', async () => {
    const id = await protocol();
    const nothing = {
      agenda_id: null,
      decision_id: null,
      origin_task_id: null,
      assignee_id: null,
      due_at: null,
      evidence: null,
      origin: null,
    };
    expect(await create(id)).toMatchObject({ ...nothing, status: 'new', title: 'Подготовить отчёт', protocol_id: id });
    expect((await create(id, nothing)).assignee_id).toBeNull();
    expect((await create(id, { title: 'я'.repeat(10_000) })).title).toHaveLength(10_000);
  });

  test('a deadline given as a day is the end of that day in Moscow', async () => {
    expect((await create(await protocol(), { due_at: '2026-12-04' })).due_at).toBe('2026-12-04T23:59:59+03:00');
  });

  test.each([
    ['no title', { title: undefined }, { title: ['Поле обязательно для заполнения'] }],
    ['a title of spaces', { title: ' \u00a0' }, { title: ['Поле обязательно для заполнения'] }],
    [
      'a title too long',
      { title: 'я'.repeat(10_001) },
      { title: [expect.stringMatching(/^Не больше 10.000 символов$/)] },
    ],
    ['a status of nobody', { status: 'later' }, { status: ['Недопустимое значение'] }],
    ['a day that is not', { due_at: '2026-02-30' }, { due_at: ['Неверная дата'] }],
    ['the year 2', { due_at: '0002-12-04T18:00:00Z' }, { due_at: ['Неверная дата'] }],
    ['nobody’s id', { assignee_id: uuidv7() }, { assignee_id: ['Такого пользователя нет'] }],
    ['an item of no agenda', { agenda_id: 'нет' }, { agenda_id: ['Такого пункта повестки нет'] }],
    [
      'a moment before the beginning',
      { evidence: { start: -1 } },
      { 'evidence.start': ['Слишком маленькое значение'] },
    ],
    ['an id that cannot be one', { id: 'a/b' }, { id: ['Идентификатор должен быть UUID'] }],
  ])('%s is refused at its field, in a new task and in an edit', async (what, body, errors) => {
    const id = await protocol();
    const reply = await post(id, { title: 'А', ...body });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors]);
    if (what === 'no title' || 'id' in body) return;
    const task = await create(id);
    const edit = await put(task.id, body);
    expect([edit.statusCode, edit.json().errors]).toEqual([422, errors]);
  });

  test('an edit changes only the fields it names; null clears one; a blocked assignee may stay', async () => {
    const id = await protocol();
    const gone = await app.addUser('external');
    const task = await create(id, { agenda_id: 'смета', assignee_id: gone.id, due_at: '2026-12-04' });
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, gone.id));
    const edited = (await put(task.id, { ...task, title: 'Иначе', due_at: null, colour: 'red' })).json().data;
    expect(edited).toEqual({ ...task, title: 'Иначе', due_at: null });
    expect((await put(task.id, { assignee_id: null })).json().data.assignee_id).toBeNull();
    expect((await put(task.id, { assignee_id: gone.id })).statusCode).toBe(422);
    for (const status of ['done', 'cancelled', 'new', 'in_progress'])
      expect((await put(task.id, { status })).json().data.status).toBe(status);
    expect(await versionOf(id)).toBe(1);
  });

  test('a task whose item left the agenda can still change its status', async () => {
    const id = await protocol();
    const task = await create(id, { agenda_id: 'смета' });
    await app.call(anna, 'PUT', `/protocols/${id}`, { agenda: [] });
    expect((await put(task.id, { ...task, status: 'done' })).json().data.status).toBe('done');
  });

  test('in a final protocol only the status changes, alone or together with the unchanged rest', async () => {
    const id = await protocol();
    const task = await create(id);
    await makeFinal(id);
    expect((await put(task.id, { status: 'done' })).json().data.status).toBe('done');
    expect((await put(task.id, { ...task, status: 'cancelled' })).statusCode).toBe(200);
    for (const reply of [
      await post(id, { title: 'Ещё одно' }),
      await put(task.id, { status: 'new', title: 'Другое' }),
      await remove(task.id),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
    const { data } = (await app.call(anna, 'GET', `/protocols/${id}`)).json();
    expect(data.tasks).toEqual([{ ...task, status: 'cancelled' }]);
  });

  test('every call for another’s task returns 404', async () => {
    const id = await protocol();
    const task = await create(id);
    for (const reply of [
      await post(id, { title: 'Моё' }, boris),
      await post('no-such-id', { title: 'Ничьё' }),
      await put(task.id, { status: 'done' }, boris),
      await remove(task.id, boris),
      await remove('no-such-id'),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect((await remove(task.id)).statusCode).toBe(204);
    expect((await remove(task.id)).statusCode).toBe(404);
  });

  test.each(['admin', 'manager', 'external'] as const)('%s may not write', async (role) => {
    const user = await app.addUser(role);
    const replies = [
      await app.call(user, 'GET', '/protocols/tasks'),
      await post('x', { title: 'А' }, user),
      await put('x', { status: 'done' }, user),
      await remove('x', user),
    ];
    expect(replies.map((reply) => reply.statusCode)).toEqual([role === 'manager' ? 200 : 403, 403, 403, 403]);
  });

  test('a repeated key creates one task; an id can be used once', async () => {
    const clara = await app.addUser();
    const id = await protocol(clara);
    const path = `/protocols/${id}/tasks`;
    const send = () => app.call(clara, 'POST', path, { title: 'Одно' }, { 'idempotency-key': 'task-1' });
    const replies = await Promise.all(Array.from({ length: 6 }, send));
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
    const twin = { id: uuidv7(), title: 'Два' };
    const twins = await Promise.all([app.call(clara, 'POST', path, twin), app.call(clara, 'POST', path, twin)]);
    expect(twins.map((reply) => reply.statusCode).sort()).toEqual([201, 409]);
    expect((await app.call(clara, 'GET', '/protocols/tasks')).json().meta.total).toBe(2);
  });

  test('a task added while its protocol becomes final is either in the signed version or refused', async () => {
    const id = await protocol();
    await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    const [made] = await Promise.all([
      post(id, { title: 'В последний миг' }),
      app.call(anna, 'POST', `/protocols/${id}/final`),
    ]);
    const { data } = (await app.call(anna, 'GET', `/protocols/${id}`)).json();
    const [kept] = await app.db.select().from(finalVersions).where(eq(finalVersions.protocolId, id));
    expect(kept?.snapshot.protocol.tasks).toEqual(data.tasks);
    expect(made.statusCode).toBe(data.tasks.length === 1 ? 201 : 409);
  });
});
