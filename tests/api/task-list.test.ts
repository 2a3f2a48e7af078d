import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taskRank } from '#contract/tasks/task-order.ts';
import { refreshTaskSearch } from '#server/schema/derived/task-search.ts';
import { users } from '#server/schema/people.ts';
import { taskCounts, tasks } from '#server/schema/work.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the list of tasks on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  let kim: TestUser;
  let budget: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
    kim = await app.addUser('external', { name: 'Ким Дмитрий' });
    budget = await protocol({ title: 'О бюджете', number: '12-Б' });
    const stock = await protocol({ title: 'О складе' });
    for (let n = 1; n <= 9; n += 1) await create(budget, { title: `Отчёт ${n}`, status: n % 2 ? 'new' : 'done' });
    for (let n = 1; n <= 8; n += 1)
      await create(stock, { title: `Полка ${n}`, ...(n === 3 && { assignee_id: kim.id }) });
    const boris = await app.addUser();
    const other = (await app.call(boris, 'POST', '/protocols', { title: 'О бюджете' })).json().data.id;
    await app.call(boris, 'POST', `/protocols/${other}/tasks`, { title: 'Чужой отчёт' });
  });
  afterAll(() => app.close());

  async function protocol(body: object, user = anna): Promise<string> {
    return (await app.call(user, 'POST', '/protocols', body)).json().data.id;
  }
  async function create(id: string, body: object, user = anna): Promise<void> {
    expect((await app.call(user, 'POST', `/protocols/${id}/tasks`, body)).statusCode).toBe(201);
  }
  const read = async (query: string, user = anna) => {
    const reply = await app.call(user, 'GET', `/protocols/tasks${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json() as { data: Record<string, string>[]; meta: object };
  };
  const titles = async (search: string, user = anna) =>
    (await read(`?search=${encodeURIComponent(search)}`, user)).data.map((row) => row.title);

  test('lists open tasks before done ones, newest first, by pages, with protocol and assignee', async () => {
    const first = await read('');
    expect(first.meta).toEqual({ current_page: 1, per_page: 15, last_page: 2, total: 17 });
    expect(first.data.slice(0, 2).map((row) => row.title)).toEqual(['Полка 8', 'Полка 7']);
    expect(first.data.at(-1)).toMatchObject({
      protocol_id: budget,
      protocol_title: 'О бюджете',
      protocol_number: '12-Б',
    });
    expect(first.data[5]).toMatchObject({ title: 'Полка 3', assignee_id: kim.id, assignee_name: 'Ким Дмитрий' });
    const second = await read('?limit=15&page=2');
    expect(second.data.map((row) => row.title)).toEqual(['Отчёт 4', 'Отчёт 2']);
    expect(await read(`?search=${encodeURIComponent('!!!')}`)).toMatchObject({
      data: [],
      meta: { total: 0, last_page: 1 },
    });
    expect(await read('?limit=100&page=1000000')).toMatchObject({ data: [], meta: { total: 17, last_page: 1 } });
  });

  describe('by deadlines', () => {
    let vera: TestUser;
    const late = '2026-03-01T23:59:59+03:00';
    const rows = [
      { title: 'сделано давно', status: 'done', due_at: '2026-01-10' },
      { title: 'без срока' },
      { title: 'просрочено вчера', status: 'in_progress', due_at: late },
      // The same day in the zone of Vladivostok ends seven hours earlier.
      { title: 'просрочено раньше всех', due_at: '2026-03-01T23:59:59+10:00' },
      { title: 'к лету', due_at: '2036-06-01T00:00:00Z' },
      { title: 'сделано недавно', status: 'done', due_at: '2026-02-10' },
      { title: 'отменено', status: 'cancelled', due_at: '2026-02-01' },
      { title: 'к весне', due_at: '2036-03-01' },
      { title: 'сделано без срока', status: 'done' },
      { title: 'просрочено тогда же, дано позже', due_at: late },
    ];
    const order = [
      ...['просрочено раньше всех', 'просрочено тогда же, дано позже', 'просрочено вчера'],
      ...['к весне', 'к лету', 'без срока'],
      ...['сделано недавно', 'сделано давно', 'сделано без срока', 'отменено'],
    ];
    beforeAll(async () => {
      vera = await app.addUser();
      const { id } = (await app.call(vera, 'POST', '/protocols', { title: 'О сроках' })).json().data;
      for (const row of rows) {
        const reply = await app.call(vera, 'POST', `/protocols/${id}/tasks`, row);
        expect(reply.statusCode, reply.body).toBe(201);
      }
    });
    const listed = async (query = '') => (await read(query, vera)).data.map(({ title }) => title);

    test('lists the overdue first, then by deadline, those without one, and closed ones last', async () => {
      expect(await listed()).toEqual(order);
      const pages = [];
      for (let page = 1; page <= 4; page += 1) pages.push(...(await listed(`?limit=3&page=${page}`)));
      expect(pages).toEqual(order);
    });

    test('is sorted by the rank of the contract, by which the app inserts unsent tasks', async () => {
      const { data } = await read('', vera);
      const ranks = data.map((row) => taskRank(row as { status: string }));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      const stored = await app.db
        .select({ id: tasks.id, rank: tasks.listRank })
        .from(tasks)
        .where(eq(tasks.ownerId, vera.id));
      expect(new Map(stored.map(({ id, rank }) => [id, rank]))).toEqual(
        new Map(data.map((row, index) => [row.id, ranks[index]])),
      );
    });

    test('can be filtered by open, overdue or done, and counts the result', async () => {
      expect(await listed('?status=open')).toEqual(order.slice(0, 6));
      expect(await listed('?status=overdue')).toEqual(order.slice(0, 3));
      expect(await listed('?status=done')).toEqual(order.slice(6, 9));
      const total = async (query: string) => ((await read(query, vera)).meta as { total: number }).total;
      expect([await total('?status=open'), await total('?status=overdue'), await total('?status=done')]).toEqual([
        6, 3, 3,
      ]);
      expect(await listed(`?status=overdue&search=${encodeURIComponent('вчера')}`)).toEqual(['просрочено вчера']);
      expect(await listed(`?status=open&search=${encodeURIComponent('сделано')}`)).toEqual([]);
      expect(await listed(`?search=${encodeURIComponent('просрочено')}&limit=2&page=2`)).toEqual(['просрочено вчера']);
    });

    test('moves a task with its status, and back', async () => {
      const { data } = await read('?status=overdue', vera);
      const id = data[0]?.id;
      const put = (status: string) => app.call(vera, 'PUT', `/protocols/tasks/${id}`, { status });
      expect((await put('done')).statusCode).toBe(200);
      expect((await listed()).slice(0, 2)).toEqual(order.slice(1, 3));
      expect((await listed('?status=done'))[0]).toBe('просрочено раньше всех');
      await put('new');
      expect(await listed()).toEqual(order);
    });
  });

  test('of somebody without tasks is an empty page', async () => {
    expect(await read('', await app.addUser())).toEqual({
      data: [],
      meta: { current_page: 1, per_page: 15, last_page: 1, total: 0 },
    });
  });

  test('finds by the beginnings of words in the task, the assignee and the protocol', async () => {
    expect(await titles('ОТЧЕТ 7')).toEqual(['Отчёт 7']);
    expect(await titles('дмитр')).toEqual(['Полка 3']);
    expect(await titles('склад ким')).toEqual(['Полка 3']);
    expect((await titles('бюдж')).length).toBe(9);
    expect(await titles("чужой & ')")).toEqual([]);
    const { meta } = await read(`?search=${encodeURIComponent('полк')}&limit=3&page=2`);
    expect(meta).toEqual({ current_page: 2, per_page: 3, last_page: 3, total: 8 });
  });

  test('finds by the current names of protocols and people', async () => {
    const vera = await app.addUser();
    const assignee = await app.addUser('external', { name: 'Ким Дмитрий' });
    await create(await protocol({ title: 'О складе' }, vera), { title: 'Полка', assignee_id: assignee.id }, vera);
    const id = await protocol({ title: 'О крыше' }, vera);
    await create(id, { title: 'Осмотреть', assignee_id: assignee.id }, vera);
    await app.call(vera, 'PUT', `/protocols/${id}`, { title: 'О кровле' });
    expect([await titles('кровл', vera), await titles('крыш', vera)]).toEqual([['Осмотреть'], []]);
    const admin = await app.addUser('admin');
    const renamed = await app.call(admin, 'PUT', `/users/${assignee.id}`, { name: 'Цой Дмитрий' });
    expect(renamed.statusCode, renamed.body).toBe(200);
    expect([await titles('цой', vera), await titles('ким', vera)]).toEqual([['Осмотреть', 'Полка'], []]);
  });

  test('is counted again when a protocol is deleted with its tasks', async () => {
    const total = async () => (await read('')).meta as { total: number };
    const { total: before } = await total();
    const id = await protocol({ title: 'Лишний' });
    await create(id, { title: 'Лишнее' });
    expect((await total()).total).toBe(before + 1);
    await app.call(anna, 'DELETE', `/protocols/${id}`);
    expect((await total()).total).toBe(before);
  });

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?page=0',
    '?page=1000001',
    `?search=${'x'.repeat(201)}`,
    '?status=late',
  ])('%s is refused', async (query) => {
    const reply = await app.call(anna, 'GET', `/protocols/tasks${query}`);
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'validation_failed']);
  });

  test('finds by both new names when a person and a protocol are renamed at once', async () => {
    const clara = await app.addUser();
    const lev = await app.addUser('external', { name: 'Лев' });
    const { id } = (await app.call(clara, 'POST', '/protocols', { title: 'О транспорте' })).json().data;
    await app.call(clara, 'POST', `/protocols/${id}/tasks`, { title: 'Автобус', assignee_id: lev.id });
    const waiting = async () => {
      const waits = sql`(select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock')`;
      const [row] = await app.db.select({ waits: sql<number>`${waits}` }).from(sql`(select 1) as one`);
      return row?.waits;
    };
    const renamed = await app.db.transaction(async (tx) => {
      await tx.update(users).set({ name: 'Игорь' }).where(eq(users.id, lev.id));
      await refreshTaskSearch(tx, eq(tasks.assigneeId, lev.id));
      const reply = app.call(clara, 'PUT', `/protocols/${id}`, { title: 'О поездках' });
      // The embedded database admits no other connection meanwhile.
      if (kind === 'postgres') await expect.poll(waiting).toBe(1);
      return { reply };
    });
    expect((await renamed.reply).statusCode).toBe(200);
    const found = await read(`?search=${encodeURIComponent('игорь поездках')}`, clara);
    expect(found.data.map((row) => row.title)).toEqual(['Автобус']);
  });

  test('keeps the number of each status, however many rows change at once', async () => {
    const clara = await app.addUser();
    const { id } = (await app.call(clara, 'POST', '/protocols', { title: 'А' })).json().data;
    const statuses = ['new', 'done', 'cancelled'] as const;
    const rows = Array.from({ length: 90 }, (_, n) => ({ id: `${id}-${n}`, status: statuses[n % 3] ?? 'new' }));
    await app.db.insert(tasks).values(rows.map((row) => ({ ...row, protocolId: id, ownerId: clara.id })));
    await app.db
      .update(tasks)
      .set({ status: 'in_progress' })
      .where(like(tasks.id, `${id}-1%`));
    await app.db.delete(tasks).where(like(tasks.id, `${id}-2%`));
    const counted = await app.db.select().from(taskCounts).where(eq(taskCounts.ownerId, clara.id));
    expect(Object.fromEntries(counted.map(({ status, total }) => [status, total]))).toEqual({
      ...{ new: await countOf('new'), in_progress: 11, done: await countOf('done') },
      cancelled: await countOf('cancelled'),
    });
    expect((await read('', clara)).meta).toMatchObject({ total: 79 });

    function countOf(status: (typeof statuses)[number]): Promise<number> {
      return app.db.$count(tasks, and(eq(tasks.ownerId, clara.id), eq(tasks.status, status)));
    }
  });
});
