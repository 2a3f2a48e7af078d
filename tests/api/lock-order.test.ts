import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskReports } from '#server/schema/reports.ts';
import { uploads } from '#server/schema/video.ts';
import { tasks } from '#server/schema/work.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { callBeside, hold, isFree } from './support/waiting-sessions.ts';

// Only on PostgreSQL: the embedded database answers one query after the other.
describe('transactions lock in one order', () => {
  let app: TestApp;
  let [anna, kim, boris]: TestUser[] = [];
  beforeAll(async () => {
    app = await startTestApp('postgres');
    [anna, kim, boris] = [await app.addUser(), await app.addUser('external'), await app.addUser('external')];
  });
  afterAll(() => app.close());

  async function create<T extends { id: string }>(path: string, body: object, user = anna): Promise<T> {
    const reply = await app.call(user as TestUser, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  }
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.call(anna as TestUser, method, path, body);
  const addProtocol = async () => (await create('/protocols', { title: 'Совет' })).id;
  const finish = (id: string) => call('PUT', `/protocols/${id}`, { stage: 'finish' });

  /** Adds a finished protocol with a reported task, and a draft that carries the task on for somebody else. */
  async function addReported(before: (id: string) => Promise<unknown>) {
    const [first, second] = [await addProtocol(), await addProtocol()];
    const { id: task } = await create(`/protocols/${first}/tasks`, { title: 'Смета', assignee_id: kim?.id });
    expect((await finish(first)).statusCode).toBe(200);
    const onward = { title: 'Смета', assignee_id: boris?.id, origin_task_id: task };
    const { id: carried } = await create(`/protocols/${second}/tasks`, onward);
    await before(second);
    const report = { id: uuidv7(), taskId: task, firstTaskId: task, authorId: kim?.id ?? '', text: 'Готово' };
    await app.db.insert(taskReports).values(report);
    return { first, second, task, report: report.id, carried };
  }
  /** Whether nobody else holds the counters of the owner. */
  const areCountersFree = async (tx: Db) => {
    const free = sql<boolean>`pg_try_advisory_xact_lock(1347571536, hashtext(${anna?.id}) & 1023)`;
    return (await tx.select({ free }).from(sql`(select 1) as one`))[0]?.free;
  };

  test.each([
    ['finished', async () => undefined, finish],
    ['signed', finish, (id: string) => call('POST', `/protocols/${id}/final`, { before_meeting: true })],
  ])('a protocol that is %s while a report on a task of it is decided', async (_how, before, write) => {
    const { first, second, task, report, carried } = await addReported(before);
    const reply = await callBeside(
      app.db,
      () => write(second),
      async (tx) => [
        await hold(tx, protocols, first),
        await hold(tx, tasks, task),
        await hold(tx, tasks, carried),
        await hold(tx, taskReports, report),
      ],
      async (tx) => expect(await areCountersFree(tx)).toBe(true),
    );
    expect(reply.statusCode, reply.body).toBe(200);
    const [kept] = await app.db.select().from(taskReports).where(eq(taskReports.id, report));
    expect(kept?.state).toBe('returned');
  });

  test('a protocol that is deleted while a task that it carries on twice changes', async () => {
    const [first, second] = [await addProtocol(), await addProtocol()];
    const { id: task } = await create(`/protocols/${first}/tasks`, { title: 'Смета' });
    const [lower, higher] = [uuidv7(), uuidv7()];
    // Rows lie in the order in which they were added.
    for (const id of [higher, lower])
      await create(`/protocols/${second}/tasks`, { id, title: 'Смета', origin_task_id: task });
    const reply = await callBeside(
      app.db,
      () => call('DELETE', `/protocols/${second}`),
      async (tx) => [await hold(tx, tasks, task), await hold(tx, tasks, lower)],
      async (tx) => expect([await isFree(tx, tasks, higher), await areCountersFree(tx)]).toEqual([true, true]),
    );
    expect(reply.statusCode, reply.body).toBe(204);
  });

  test('work that is handed over while a protocol with an upload is deleted', async () => {
    const [admin, vera, clara] = [await app.addUser('admin'), await app.addUser(), await app.addUser()];
    const { id } = await create('/protocols', { title: 'Совет' }, clara);
    const upload = { id: uuidv7(), protocolId: id, ownerId: clara.id, totalChunks: 3 };
    await app.db.insert(uploads).values(upload);
    const reply = await callBeside(
      app.db,
      () => app.call(admin, 'POST', `/users/${clara.id}/handover`, { to: vera.id }),
      (tx) => hold(tx, protocols, id),
      async (tx) => expect(await isFree(tx, uploads, upload.id)).toBe(true),
    );
    expect(reply.statusCode, reply.body).toBe(200);
  });

  test('a write that a deadlock ends is run again, and told of once', async () => {
    const { second, report } = await addReported(async () => undefined);
    const told: string[] = [];
    const end = app.services.events.subscribe(anna?.id ?? '', ({ type }) => told.push(type));
    const reply = await callBeside(
      app.db,
      () => finish(second),
      async (tx) => {
        // The other transaction looks for a deadlock first, and is the one that PostgreSQL ends.
        await tx.execute(sql`set local deadlock_timeout = '1min'`);
        await hold(tx, taskReports, report);
      },
      (tx) => tx.execute(sql`select lock_counts(${anna?.id})`),
    );
    end();
    expect(reply.statusCode, reply.body).toBe(200);
    expect(told.filter((type) => type === 'stage')).toEqual(['stage']);
  });
});
