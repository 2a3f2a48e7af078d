import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('a task that a later protocol carries on, on %s', (kind) => {
  let app: TestApp;
  let manager: TestUser;
  let anna: TestUser;
  let now = new Date('2026-03-10T09:00:00Z');
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    manager = await app.addUser('manager');
    anna = await app.addUser('secretary', { managerId: manager.id });
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** Moves the clock; both sign in anew, since their tokens have expired by then. */
  const moveTo = async (time: string) => {
    now = new Date(time);
    for (const user of [manager, anna]) user.token = (await app.services.auth.signIn(user.id, 'test')).token;
  };
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = anna) => {
    const reply = await app.call(who, method, path, body);
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    return reply.body && reply.json().data;
  };
  const protocol = async (): Promise<string> => (await send('POST', '/protocols', { title: 'О кровле' })).id;
  const give = async (id: string, more: object): Promise<string> =>
    (await send('POST', `/protocols/${id}/tasks`, { title: 'Заменить кровлю', ...more })).id;
  const overdue = async (query = '') =>
    (await send('GET', `/protocols/tasks?status=overdue${query}`)).map(({ id }: { id: string }) => id);
  const figures = async (date = '2026-03-12') => {
    const days = 'start_date_at=2026-03-01&end_date_at=2026-03-31';
    const [own, period, byStatus] = await Promise.all([
      send('GET', '/stats/manager/all', undefined, manager),
      send('GET', `/stats/manager/period?${days}`, undefined, manager),
      send('GET', `/stats/secretary/${anna.id}/tasks?date=${date}`, undefined, manager),
    ]);
    return [own.overdue_tasks, period.overdue_tasks, byStatus.overdue];
  };

  test('is overdue by its new deadline alone, in the lists and in every figure', async () => {
    const first = await protocol();
    const given = await give(first, { due_at: '2026-03-09' });
    expect([await overdue(), await figures()]).toEqual([[given], [1, 1, 1]]);
    await moveTo('2026-03-12T09:00:00Z');
    const second = await protocol();
    const carried = await give(second, { due_at: '2026-03-20', origin_task_id: given });
    expect([await overdue(), await figures()]).toEqual([[], [0, 0, 0]]);
    // On the days before, it was overdue.
    expect([await overdue('&date=2026-03-11'), (await figures('2026-03-11'))[2]]).toEqual([[given], 1]);
    const rows = await send('GET', '/protocols/tasks?status=open');
    expect(rows.map(({ id, carried_on }: Record<string, unknown>) => [id, carried_on])).toEqual([
      [given, true],
      [carried, undefined],
    ]);
    expect((await send('GET', `/protocols/${first}`)).tasks).toMatchObject([{ id: given, carried_on: true }]);
    expect((await send('GET', `/protocols/${second}`)).tasks[0]).not.toHaveProperty('carried_on');

    await moveTo('2026-03-21T09:00:00Z');
    expect([await overdue(), await figures('2026-03-21')]).toEqual([[carried], [1, 1, 1]]);
    await send('DELETE', `/protocols/${second}`);
    expect([await overdue(), await figures('2026-03-21')]).toEqual([[given], [1, 1, 1]]);
    expect((await send('GET', `/protocols/${first}`)).tasks[0]).not.toHaveProperty('carried_on');
  });
});
