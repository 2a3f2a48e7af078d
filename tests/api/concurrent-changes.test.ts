import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '#contract/tasks/task.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

const rounds = 12;

// Only on PostgreSQL: the embedded database answers one query after the other.
describe('changes of one secretary at the same time', () => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp('postgres');
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const created = async <T extends { id: string }>(path: string, body: object): Promise<T> => {
    const reply = await app.call(anna, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  const addProtocol = async () => (await created('/protocols', { title: 'Совет' })).id;
  const addTask = (protocol: string, more: object = {}) =>
    created<Task>(`/protocols/${protocol}/tasks`, { title: 'Смета', ...more });
  const setStatus = (id: string, status: string) => app.call(anna, 'PUT', `/protocols/tasks/${id}`, { status });
  const statusesOf = async (...protocols: string[]) => {
    const replies = await Promise.all(protocols.map((id) => app.call(anna, 'GET', `/protocols/${id}`)));
    return replies.flatMap((reply) => (reply.json().data.tasks as Task[]).map(({ status }) => status));
  };
  const finish = (id: string) => app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
  const finalize = (id: string) => app.call(anna, 'POST', `/protocols/${id}/final`);
  const reopen = (id: string) => app.call(anna, 'POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' });

  test('a task that two protocols carry changes in both', async () => {
    const [first, second] = [await addProtocol(), await addProtocol()];
    const task = await addTask(first);
    const carried = await addTask(second, { origin_task_id: task.id });
    const answers: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = round % 2 === 0 ? ['done', 'cancelled'] : ['new', 'in_progress'];
      const replies = await Promise.all([setStatus(task.id, one), setStatus(carried.id, other)]);
      answers.push(...replies.map((reply) => reply.statusCode));
      const statuses = await statusesOf(first, second);
      expect([
        [one, one],
        [other, other],
      ]).toContainEqual(statuses);
    }
    expect(answers.filter((status) => status !== 200)).toEqual([]);
  });

  test('two edits of one’s own profile both succeed', async () => {
    const answers: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const replies = await Promise.all(
        ['Секретарь', 'Референт'].map((position, index) =>
          app.call(anna, 'PUT', '/me', { position }, { 'idempotency-key': `profile-${round}-${index}` }),
        ),
      );
      answers.push(...replies.map((reply) => reply.statusCode));
    }
    expect(answers.filter((status) => status !== 200)).toEqual([]);
  });

  test('a protocol is removed with its tasks while those of another change', async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, async () => addTask(await addProtocol())));
    const answers: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const removed = await addProtocol();
      for (const status of ['new', 'in_progress', 'done', 'cancelled']) await addTask(removed, { status });
      const status = round % 2 === 0 ? 'done' : 'new';
      const replies = await Promise.all([
        ...tasks.map(({ id }) => setStatus(id, status)),
        app.call(anna, 'DELETE', `/protocols/${removed}`),
      ]);
      answers.push(...replies.map((reply) => reply.statusCode));
    }
    expect(answers.filter((status) => status !== 200 && status !== 204)).toEqual([]);
  });

  test('protocols are made final while others are reopened', async () => {
    const protocols = await Promise.all(Array.from({ length: 8 }, addProtocol));
    await Promise.all(protocols.map(finish));
    await Promise.all(protocols.slice(0, 4).map(finalize));
    const answers: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const replies = await Promise.all(
        protocols.map((id, index) => (index < 4 === (round % 2 === 0) ? reopen(id) : finalize(id))),
      );
      answers.push(...replies.map((reply) => reply.statusCode));
    }
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    for (const stage of ['finish', 'final']) {
      const { meta } = (await app.call(anna, 'GET', `/protocols?stage=${stage}`)).json();
      expect([stage, meta.total]).toEqual([stage, 4]);
    }
  });
});
