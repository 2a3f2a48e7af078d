import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TaskStatus } from '#contract/tasks/task.ts';
import { meetings } from '#server/schema/meetings.ts';
import { protocols } from '#server/schema/protocols.ts';
import { keywords, tasks } from '#server/schema/work.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

type Task = { status?: TaskStatus; due?: string; made?: string };

describe.each(databaseKinds)('statistics on %s', (kind) => {
  // Noon in Moscow.
  let now = new Date('2026-11-20T09:00:00Z');
  let app: TestApp;
  let manager: TestUser;
  let anna: TestUser;
  let blocked: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    ({ manager, anna, blocked, stranger } = await addTeam());
  });
  afterAll(() => app.close());

  /** Adds a manager with three secretaries who have done nothing yet, and a secretary without a manager. */
  async function addTeam() {
    const manager = await app.addUser('manager', { name: 'Белова', searchKey: 'белова' });
    const own = { managerId: manager.id };
    const anna = await app.addUser('secretary', { ...own, name: 'Яшина', searchKey: 'яшина' });
    const blocked = await app.addUser('secretary', { ...own, name: 'Ёлкина', searchKey: 'елкина', isBlocked: true });
    await app.addUser('secretary', { ...own, name: 'Новая', searchKey: 'новая' });
    await app.addUser('external', { ...own, createdById: manager.id });
    const stranger = await app.addUser('secretary', { name: 'Чужая' });
    return { manager, anna, blocked, stranger };
  }

  const get = async (user: TestUser, path: string) => {
    const reply = await app.call(user, 'GET', path);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data;
  };
  const addMeetings = (owner: TestUser, ...starts: string[]) =>
    app.db
      .insert(meetings)
      .values(
        starts.map((start) => ({ id: uuidv7(), ownerId: owner.id, startAt: new Date(start), endAt: new Date(start) })),
      );
  async function addProtocol(owner: TestUser, stage: 'no_video' | 'final', held: Task[] = []): Promise<void> {
    const id = uuidv7();
    await app.db.insert(protocols).values({ id, ownerId: owner.id, stage, numberScope: id, numberYear: 2026 });
    if (held.length === 0) return;
    await app.db.insert(tasks).values(
      held.map(({ status = 'new', due = null, made = '2026-11-01T09:00:00Z' }) => ({
        ...{ id: uuidv7(), protocolId: id, ownerId: owner.id, status, dueAt: due, createdAt: new Date(made) },
      })),
    );
  }

  test('a manager sees every own secretary by name, blocked ones too, and the sums', async () => {
    const { manager, anna, blocked, stranger } = await addTeam();
    await addMeetings(anna, '2026-01-10T09:00:00Z', '2026-02-10T09:00:00Z');
    await addMeetings(blocked, '2026-03-10T09:00:00Z');
    await addMeetings(stranger, '2026-03-10T09:00:00Z');
    await addProtocol(anna, 'no_video', [
      { due: '2026-11-19' },
      { due: '2026-11-20' },
      { status: 'in_progress', due: '2026-11-20T11:59:59+03:00' },
      { status: 'done', due: '2026-01-01' },
      { status: 'cancelled', due: '2026-01-01' },
      {},
    ]);
    await addProtocol(anna, 'final');
    await addProtocol(blocked, 'final', [{ status: 'done' }, { due: '2026-11-20T11:59:59Z' }]);
    await addProtocol(stranger, 'final', [{ due: '2020-01-01' }]);
    const { by_secretary, ...totals } = await get(manager, '/stats/manager/all');
    expect(by_secretary).toEqual([
      {
        ...{ id: blocked.id, name: 'Ёлкина', is_blocked: true, meetings: 1, protocols: 1, final_protocols: 1 },
        ...{ tasks: 2, done_tasks: 1, overdue_tasks: 0 },
      },
      expect.objectContaining({ name: 'Новая', meetings: 0, protocols: 0, tasks: 0, overdue_tasks: 0 }),
      {
        ...{ id: anna.id, name: 'Яшина', is_blocked: false, meetings: 2, protocols: 2, final_protocols: 1 },
        ...{ tasks: 6, done_tasks: 1, overdue_tasks: 2 },
      },
    ]);
    expect(totals).toEqual({
      ...{ secretaries: 3, meetings: 3, protocols: 3, final_protocols: 2 },
      ...{ tasks: 8, done_tasks: 2, overdue_tasks: 2 },
    });
  });

  test('a manager without secretaries gets zeros', async () => {
    const lonely = await app.addUser('manager');
    expect(await get(lonely, '/stats/manager/all')).toEqual({
      ...{ secretaries: 0, meetings: 0, protocols: 0, final_protocols: 0, tasks: 0, done_tasks: 0, overdue_tasks: 0 },
      by_secretary: [],
    });
    expect(await get(lonely, '/stats/secretary/meetings')).toEqual([]);
  });

  test.each([
    ['a day, until it ends in Moscow', '2026-11-19', true],
    ['the day that goes on', '2026-11-20', false],
    ['a second ago', '2026-11-20T08:59:59Z', true],
    ['now', '2026-11-20T09:00:00Z', false],
    ['a second ago by another clock', '2026-11-20T18:59:59+10:00', true],
    ['in an hour by another clock', '2026-11-20T07:00:00-03:00', false],
    ['half an hour ago, by a clock of half hours', '2026-11-20T14:00:00+05:30', true],
    ['with parts of a second', '2026-11-20T08:59:59.999Z', true],
    ['without seconds', '2026-11-20T08:59Z', true],
    ['an offset that the database does not take', '2026-11-20T09:00:00+23:00', true],
    ['the year nought', '0000-02-29T09:00:00Z', true],
    ['the year 9999', '9999-12-31T23:59:59-23:59', false],
  ])('overdue or not: %s', async (_, due, overdue) => {
    const secretary = await app.addUser();
    await addProtocol(secretary, 'no_video', [{ due }]);
    const counts = await get(secretary, `/stats/secretary/${secretary.id}/tasks`);
    expect(counts).toMatchObject({ total: 1, new: 1, overdue: overdue ? 1 : 0 });
  });

  test('tasks on a date are those that were there by its end', async () => {
    const secretary = await app.addUser();
    const held: Task[] = [
      { made: '2026-11-18T20:59:59Z', status: 'done' },
      { made: '2026-11-18T21:00:00Z', due: '2026-11-19' },
      { made: '2026-11-19T20:59:59Z', due: '2026-11-20T00:00:00+03:00', status: 'in_progress' },
      { made: '2026-11-20T08:00:00Z', status: 'cancelled' },
    ];
    await addProtocol(secretary, 'no_video', held);
    const on = (date: string) => get(secretary, `/stats/secretary/${secretary.id}/tasks${date && `?date=${date}`}`);
    const nothing = { total: 0, new: 0, in_progress: 0, done: 0, cancelled: 0, overdue: 0 };
    expect(await on('2026-11-17')).toEqual(nothing);
    for (const day of ['2026-11-18', '2026-11-18T08:00:00', '2026-11-18%2023:00:00'])
      expect(await on(day)).toEqual({ ...nothing, total: 1, done: 1 });
    expect(await on('2026-11-19')).toEqual({ ...nothing, total: 3, done: 1, new: 1, in_progress: 1, overdue: 1 });
    const today = { total: 4, new: 1, in_progress: 1, done: 1, cancelled: 1, overdue: 2 };
    expect(await on('')).toEqual(today);
    expect(await on('2027-11-20')).toEqual(today);
  });

  test('today is the day in Moscow', async () => {
    const secretary = await app.addUser();
    await addProtocol(secretary, 'no_video', [{ made: '2026-11-20T21:10:00Z' }]);
    const total = async (user: TestUser) => (await get(user, `/stats/secretary/${secretary.id}/tasks`)).total;
    expect(await total(secretary)).toBe(0);
    const noon = now;
    now = new Date('2026-11-20T21:05:00Z');
    onTestFinished(() => {
      now = noon;
    });
    const { token } = await app.services.auth.signIn(secretary.id, 'test');
    expect(await total({ ...secretary, token })).toBe(1);
  });

  test('meetings are counted on the day they begin, in the zone that is asked', async () => {
    const secretary = await app.addUser();
    // 23:30 on the 20th and 00:00 on the 21st in Moscow, then 23:59 on the last day of the month.
    const starts = ['2026-11-20T20:30:00Z', '2026-11-20T21:00:00Z', '2026-11-20T21:30:00Z', '2026-11-30T20:59:59Z'];
    await addMeetings(secretary, ...starts, '2026-10-31T20:59:59Z', '2026-11-30T21:00:00Z');
    const days = async (query: string) =>
      (await get(secretary, `/stats/secretary/meetings${query}`)).map((row: { date: string; count: number }) => [
        row.date,
        row.count,
      ]);
    const asked = (start: string, end: string) =>
      days(`?start_date_at=${encodeURIComponent(start)}&end_date_at=${encodeURIComponent(end)}`);
    const november = [
      ['2026-11-20', 1],
      ['2026-11-21', 2],
      ['2026-11-30', 1],
    ];
    expect(await days('')).toEqual(november);
    expect(await asked('2026-11-01', '2026-11-30')).toEqual(november);
    expect(await asked('2026-11-21', '2026-11-21')).toEqual([['2026-11-21', 2]]);
    expect(await asked('2026-11-22', '2026-11-29')).toEqual([]);
    expect(await asked('2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z')).toEqual([['2026-11-20', 3]]);
    expect(await asked('2026-11-20T00:00:00+03:30', '2026-11-21T23:59:59+03:30')).toEqual([['2026-11-21', 3]]);
    expect(await asked('2026-11-20T00:00:00-05:00', '2026-11-20T23:59:59-05:00')).toEqual([['2026-11-20', 3]]);
  });

  test('a manager sees the meetings of all own secretaries together, and nobody else’s', async () => {
    const { manager, anna, blocked, stranger } = await addTeam();
    await addMeetings(anna, '2025-05-05T09:00:00Z', '2025-05-06T09:00:00Z');
    await addMeetings(blocked, '2025-05-05T12:00:00Z');
    await addMeetings(stranger, '2025-05-05T12:00:00Z');
    const range = '/stats/secretary/meetings?start_date_at=2025-05-01&end_date_at=2025-05-31';
    expect(await get(manager, range)).toEqual([
      { date: '2025-05-05', count: 2 },
      { date: '2025-05-06', count: 1 },
    ]);
    const hers = [
      { date: '2025-05-05', count: 1 },
      { date: '2025-05-06', count: 1 },
    ];
    expect(await get(anna, range)).toEqual(hers);
    const ofOne = range.replace('secretary/', `secretary/${anna.id}/`);
    expect(await get(manager, ofOne)).toEqual(hers);
    expect(await get(anna, ofOne)).toEqual(hers);
  });

  test('what a secretary has is what is there', async () => {
    const { manager, blocked } = await addTeam();
    await addMeetings(blocked, '2026-03-10T09:00:00Z', '2026-03-11T09:00:00Z');
    const secretary = await app.addUser('secretary', { managerId: manager.id });
    await addMeetings(secretary, '2026-01-10T09:00:00Z', '2026-02-10T09:00:00Z', '2027-03-10T09:00:00Z');
    await addProtocol(secretary, 'no_video', [{}, { status: 'done' }]);
    await addProtocol(secretary, 'final', [{}]);
    await app.db.insert(keywords).values({ id: uuidv7(), ownerId: secretary.id, name: 'Бюджет', nameKey: 'бюджет' });
    const counts = { meetings: 3, coming_meetings: 1, protocols: 2, final_protocols: 1, tasks: 3, keywords: 1 };
    expect(await get(secretary, `/stats/secretary/${secretary.id}/entities`)).toEqual(counts);
    expect(await get(manager, `/stats/secretary/${secretary.id}/entities`)).toEqual(counts);
    const { rows } = (await app.db.execute(sql`select
      (select count(*)::int from meetings where owner_id = ${secretary.id}) as meetings,
      (select count(*)::int from meetings where owner_id = ${secretary.id} and start_at > '2026-12-01') as coming_meetings,
      (select count(*)::int from protocols where owner_id = ${secretary.id}) as protocols,
      (select count(*)::int from protocols where owner_id = ${secretary.id} and stage = 'final') as final_protocols,
      (select count(*)::int from tasks where owner_id = ${secretary.id}) as tasks,
      (select count(*)::int from keywords where owner_id = ${secretary.id}) as keywords`)) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([counts]);
    expect(await get(manager, `/stats/secretary/${blocked.id}/entities`)).toMatchObject({ meetings: 2 });
  });

  test.each(['entities', 'tasks', 'meetings'])(
    '%s of somebody who is not one’s own secretary return 404',
    async (what) => {
      const other = await app.addUser('manager');
      const external = await app.addUser('external', { managerId: manager.id, createdById: manager.id });
      const path = (id: string) => `/stats/secretary/${id}/${what}`;
      for (const [who, id] of [
        [manager, stranger.id],
        [manager, manager.id],
        [manager, external.id],
        [manager, 'no-such-id'],
        [other, anna.id],
        [anna, stranger.id],
        [anna, blocked.id],
        [anna, 'no-such-id'],
      ] as const) {
        const reply = await app.call(who, 'GET', path(id));
        expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Секретарь не найден', code: 'not_found' }]);
      }
    },
  );

  test('roles without statistics are refused', async () => {
    const [admin, external] = [await app.addUser('admin'), await app.addUser('external')];
    const paths = [
      '/stats/manager/all',
      '/stats/secretary/meetings',
      `/stats/secretary/${anna.id}/entities`,
      `/stats/secretary/${anna.id}/tasks`,
    ];
    for (const user of [admin, external])
      for (const path of paths) expect((await app.call(user, 'GET', path)).statusCode, path).toBe(403);
    expect((await app.call(anna, 'GET', '/stats/manager/all')).statusCode).toBe(403);
    expect((await app.call(null, 'GET', '/stats/manager/all')).statusCode).toBe(401);
  });

  test.each([
    ['meetings?start_date_at=2026-11-20&end_date_at=2026-11-19', 'end_date_at', 'Конец периода раньше начала'],
    [
      'meetings?start_date_at=2025-01-01&end_date_at=2026-11-19',
      'end_date_at',
      'Период не может быть длиннее 400 дней',
    ],
    ['meetings?start_date_at=вчера', 'start_date_at', undefined],
    ['meetings?end_date_at=2026-02-30', 'end_date_at', undefined],
    [
      'ID/meetings?start_date_at=2025-01-01&end_date_at=2026-11-19',
      'end_date_at',
      'Период не может быть длиннее 400 дней',
    ],
    ['ID/tasks?date=20.11.2026', 'date', 'Неверная дата'],
    ['ID/tasks?date=2026-13-01', 'date', 'Неверная дата'],
    ['ID/tasks?date=2026-13-01T10:00:00', 'date', 'Неверная дата'],
  ])('%s is refused at its field', async (path, field, message) => {
    const reply = await app.call(anna, 'GET', `/stats/secretary/${encodeURI(path.replace('ID', anna.id))}`);
    expect(reply.statusCode).toBe(422);
    const { errors } = reply.json();
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field][0]).toMatch(/[а-яё]/i);
    if (message) expect(errors[field]).toEqual([message]);
  });
});
