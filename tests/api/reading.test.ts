import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { summaries } from '#server/schema/video.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const now = new Date('2026-03-10T09:00:00Z');

describe.each(databaseKinds)('what a manager reads on %s', (kind) => {
  let app: TestApp;
  let manager: TestUser;
  let other: TestUser;
  let anna: TestUser;
  let boris: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    [manager, other] = await Promise.all([app.addUser('manager'), app.addUser('manager')]);
    anna = await app.addUser('secretary', { managerId: manager.id, name: 'Петрова Анна' });
    boris = await app.addUser('secretary', { managerId: manager.id, name: 'Бобров Борис' });
    stranger = await app.addUser('secretary', { managerId: other.id, name: 'Яшина Яна' });
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  async function ok(reply: ReturnType<TestApp['call']>, part: 'data' | 'meta' | 'whole' = 'data') {
    const { statusCode, body } = await reply;
    expect(statusCode, body).toBeLessThan(300);
    if (body === '') return undefined;
    return part === 'whole' ? JSON.parse(body) : JSON.parse(body)[part];
  }
  const get = (path: string, who = manager) => ok(app.call(who, 'GET', path));
  const idsOf = async (path: string, who = manager) => (await get(path, who)).map(({ id }: { id: string }) => id);
  const total = async (path: string): Promise<number> => (await ok(app.call(manager, 'GET', path), 'meta')).total;

  const make = async (owner: TestUser, more: object = {}): Promise<string> => {
    const id = uuidv7();
    await ok(app.call(owner, 'POST', '/protocols', { id, title: 'О кровле склада', ...more }));
    return id;
  };
  const addTask = async (owner: TestUser, protocol: string, more: object = {}): Promise<string> => {
    const id = uuidv7();
    await ok(app.call(owner, 'POST', `/protocols/${protocol}/tasks`, { id, title: 'Заменить кровлю', ...more }));
    return id;
  };

  test('protocols of the own secretaries, newest first, with their owners; or of one secretary alone', async () => {
    const first = await make(anna);
    const second = await make(boris);
    const third = await make(anna);
    const foreign = await make(stranger);
    const all = await get('/protocols?limit=100');
    const made = all.filter(({ id }: { id: string }) => [first, second, third, foreign].includes(id));
    expect(made.map(({ id, owner_name }: { id: string; owner_name: string }) => [id, owner_name])).toEqual([
      [third, 'Петрова Анна'],
      [second, 'Бобров Борис'],
      [first, 'Петрова Анна'],
    ]);
    expect(await idsOf(`/protocols?secretary_id=${boris.id}`)).toContain(second);
    expect(await idsOf(`/protocols?secretary_id=${boris.id}`)).not.toContain(first);
    const pages = [await idsOf('/protocols?limit=2&page=1'), await idsOf('/protocols?limit=2&page=2')].flat();
    expect(pages).toEqual(all.slice(0, 4).map(({ id }: { id: string }) => id));
    expect(await total('/protocols?limit=1')).toBe(all.length);
    const asked = await app.call(manager, 'GET', `/protocols?secretary_id=${stranger.id}`);
    expect([asked.statusCode, asked.json().message]).toEqual([404, 'Секретарь не найден']);
    expect((await app.call(anna, 'GET', `/protocols?secretary_id=${boris.id}`)).statusCode).toBe(404);
  });

  test('the new manager reads the work of a moved secretary at once, the old one no longer', async () => {
    const [from, to] = await Promise.all([app.addUser('manager'), app.addUser('manager')]);
    const moved = await app.addUser('secretary', { managerId: from.id });
    const id = await make(moved);
    const task = await addTask(moved, id, { due_at: '2026-03-01' });
    const reads = ['', '/transcript', '/members', '/versions', '/documents/docx'].map(
      (part) => `/protocols/${id}${part}`,
    );
    const seenBy = async (who: TestUser) => ({
      statuses: await Promise.all(reads.map(async (path) => (await app.call(who, 'GET', path)).statusCode)),
      tasks: await idsOf('/protocols/tasks?status=overdue', who),
      found: (await get('/search?search=кровли', who)).map(({ kind }: { kind: string }) => kind),
    });
    const all = { statuses: reads.map(() => 200), tasks: [task], found: ['protocol', 'task'] };
    const none = { statuses: reads.map(() => 404), tasks: [], found: [] };
    expect([await seenBy(from), await seenBy(to)]).toEqual([all, none]);
    await app.db.update(users).set({ managerId: to.id }).where(eq(users.id, moved.id));
    expect([await seenBy(from), await seenBy(to)]).toEqual([none, all]);
  });

  test('a summary without the draft that its secretary has not accepted yet', async () => {
    const protocolId = await make(anna);
    const row = { protocolId, source: 'llm' as const, text: 'Итоги', points: [], version: 1 };
    await app.db.insert(summaries).values([
      { ...row, id: uuidv7() },
      { ...row, id: uuidv7(), text: 'Черновик', isDraft: true, version: 0 },
    ]);
    expect(await get(`/protocols/${protocolId}/summary`)).toMatchObject({ text: 'Итоги', draft: null });
    expect(await get(`/protocols/${protocolId}/summary?version=1`)).toMatchObject({ text: 'Итоги', draft: null });
    expect(await get(`/protocols/${protocolId}/summary`, anna)).toMatchObject({ draft: { text: 'Черновик' } });
  });

  test('a person without a name is not shown by the e-mail', async () => {
    const nameless = await app.addUser('external', { createdById: anna.id, name: '' });
    const id = await make(anna);
    await addTask(anna, id, { assignee_id: nameless.id });
    expect((await get(`/protocols/${id}`)).people).toContainEqual(
      expect.objectContaining({ id: nameless.id, name: 'Без имени' }),
    );
  });

  test('the owner is the secretary of a protocol without one, for the document of a reader', async () => {
    const id = await make(anna);
    await app.db.update(protocols).set({ secretaryId: null }).where(eq(protocols.id, id));
    const read = await get(`/protocols/${id}`);
    expect(read.secretary_id).toBe(anna.id);
    expect(read.people).toContainEqual(expect.objectContaining({ id: anna.id, name: 'Петрова Анна' }));
    expect((await get(`/protocols/${id}`, anna)).secretary_id).toBeNull();
  });

  test('the counts of groups match what the search of the list finds', async () => {
    const boss = await app.addUser('manager');
    const vera = await app.addUser('secretary', { managerId: boss.id });
    const [roof, plain] = [await make(vera), await make(vera, { title: 'О смете' })];
    await addTask(vera, roof, { title: 'Заменить кровлю' });
    await addTask(vera, plain, { title: 'Сверить счета' });
    const groups = (search: string) => get(`/protocols/tasks/groups?search=${encodeURIComponent(search)}`, boss);
    const one = [{ id: null, name: null, total: 1 }];
    expect(await groups('счета')).toEqual({ people: one, bodies: one });
    expect(await groups('мельница')).toEqual({ people: [], bodies: [] });
    expect(await groups('!!!')).toEqual({ people: [], bodies: [] });
    expect((await groups('')).people).toEqual([{ id: null, name: null, total: 2 }]);
  });

  test('none of it can be changed', async () => {
    const id = await make(anna);
    const task = await addTask(anna, id);
    const writes = [
      ['PUT', `/protocols/${id}`, { title: 'Иное' }],
      ['DELETE', `/protocols/${id}`, undefined],
      ['POST', `/protocols/${id}/final`, {}],
      ['POST', `/protocols/${id}/tasks`, { title: 'Новое' }],
      ['PUT', `/protocols/tasks/${task}`, { status: 'done' }],
      ['DELETE', `/protocols/tasks/${task}`, undefined],
      ['POST', `/protocols/${id}/members`, { member_id: anna.id }],
      ['PUT', `/protocols/${id}/transcript`, { segments: [] }],
      ['PUT', `/protocols/${id}/summary`, { version: null, text: 'Иное', points: [] }],
      ['POST', `/protocols/${id}/marks`, { at: 1 }],
    ] as const;
    for (const [method, path, body] of writes) {
      expect([path, (await app.call(manager, method, path, body)).statusCode]).toEqual([path, 403]);
    }
    expect((await get(`/protocols/${id}`, anna)).title).toBe('О кровле склада');
  });

  test('tasks as each figure counts them', async () => {
    const boss = await app.addUser('manager');
    const vera = await app.addUser('secretary', { managerId: boss.id, name: 'Вера' });
    const gleb = await app.addUser('secretary', { managerId: boss.id, name: 'Глеб' });
    const { id: body } = await ok(app.call(vera, 'POST', '/bodies', { name: 'Комиссия по закупкам' }));
    const [ofBody, ofNone] = [await make(vera, { body_id: body }), await make(gleb)];
    const person = await app.addUser('external', { createdById: vera.id, name: 'Орлов Олег' });
    const [late, due] = [{ due_at: '2026-03-02' }, { due_at: '2026-03-20' }];
    const a = await addTask(vera, ofBody, { ...late, assignee_id: person.id });
    const b = await addTask(gleb, ofNone, late);
    const c = await addTask(vera, ofBody, { ...due, status: 'in_progress' });
    const d = await addTask(vera, ofBody, { ...late, status: 'done', assignee_id: person.id });
    const e = await addTask(gleb, ofNone, { ...late, status: 'cancelled' });
    const tasks = async (query: string) => (await idsOf(`/protocols/tasks?${query}`, boss)).sort();
    expect(await tasks('status=overdue')).toEqual([a, b].sort());
    expect(await tasks(`status=overdue&secretary_id=${gleb.id}`)).toEqual([b]);
    expect(await tasks(`assignee_id=${person.id}`)).toEqual([a, d].sort());
    expect(await tasks('assignee_id=none&status=overdue')).toEqual([b]);
    expect(await tasks(`body_id=${body}`)).toEqual([a, c, d].sort());
    expect(await tasks('body_id=none')).toEqual([b, e].sort());
    expect(await tasks('status=new')).toEqual([a, b].sort());
    expect(await tasks('status=in_progress')).toEqual([c]);
    expect(await tasks('status=cancelled')).toEqual([e]);
    // Counted like the statistics of a period: without cancelled tasks.
    const days = 'start_date_at=2026-03-01&end_date_at=2026-03-05';
    expect(await tasks(days)).toEqual([a, b, d].sort());
    expect(await tasks(`${days}&status=done`)).toEqual([d]);
    const period = await get(`/stats/manager/period?${days}`, boss);
    expect([period.due_tasks, period.done_tasks, period.overdue_tasks]).toEqual([3, 1, 2]);
    expect(await tasks('date=2026-03-09')).toEqual([]);
    expect(await tasks('date=2026-03-10')).toEqual([a, b, c, d, e].sort());
    // The figures of the secretary lead to the same lists.
    expect(await idsOf('/protocols/tasks?status=in_progress&date=2026-03-10', vera)).toEqual([c]);
    expect(await idsOf('/protocols/tasks?status=in_progress&date=2026-03-09', vera)).toEqual([]);
    // The manager could not request the people whom a protocol names.
    expect((await get(`/protocols/${ofBody}`, boss)).people).toContainEqual(
      expect.objectContaining({ id: person.id, name: 'Орлов Олег' }),
    );
    expect(await get(`/protocols/${ofBody}`, vera)).not.toHaveProperty('people');
    const [row] = await get(`/protocols/tasks?assignee_id=${person.id}&status=overdue`, boss);
    expect(row).toMatchObject({ owner_name: 'Вера', body_name: 'Комиссия по закупкам', assignee_name: 'Орлов Олег' });
    expect(await get('/protocols/tasks/groups?status=overdue', boss)).toEqual({
      people: expect.arrayContaining([
        { id: person.id, name: 'Орлов Олег', total: 1 },
        { id: null, name: null, total: 1 },
      ]),
      bodies: expect.arrayContaining([
        { id: body, name: 'Комиссия по закупкам', total: 1 },
        { id: null, name: null, total: 1 },
      ]),
    });
  });

  test('protocols that became final in a period, by the days that they took', async () => {
    const boss = await app.addUser('manager');
    const vera = await app.addUser('secretary', { managerId: boss.id });
    const gleb = await app.addUser('secretary', { managerId: boss.id });
    const signed = async (owner: TestUser, held_at: string | null, at: string) => {
      const id = await make(owner, held_at ? { held_at } : {});
      const set = { stage: 'final', stageChangedAt: new Date(at) } as const;
      await app.db.update(protocols).set(set).where(eq(protocols.id, id));
      return id;
    };
    const soon = await signed(vera, '2026-03-01T10:00:00+03:00', '2026-03-01T15:00:00Z');
    const late = await signed(gleb, '2026-03-01T10:00:00+03:00', '2026-03-05T15:00:00Z');
    const undated = await signed(vera, null, '2026-03-05T15:00:00Z');
    await signed(gleb, '2026-02-01T10:00:00+03:00', '2026-02-05T15:00:00Z');
    await make(vera);
    const march = 'start_date_at=2026-03-01&end_date_at=2026-03-31';
    const found = async (query: string) => (await idsOf(`/protocols?${query}`, boss)).sort();
    expect(await found(march)).toEqual([soon, late, undated].sort());
    expect(await found(`${march}&least_days=0&most_days=0`)).toEqual([soon]);
    expect(await found(`${march}&least_days=3&most_days=5`)).toEqual([late]);
    expect(await found(`${march}&undated=1`)).toEqual([undated]);
    expect((await get(`/stats/manager/period?${march}`, boss)).final_protocols).toBe(3);
  });

  test('meetings, the latest first, as the statistics count them', async () => {
    const boss = await app.addUser('manager');
    const vera = await app.addUser('secretary', { managerId: boss.id, name: 'Вера' });
    const gleb = await app.addUser('secretary', { managerId: boss.id, name: 'Глеб' });
    const meet = (owner: TestUser, day: string) =>
      ok(
        app.call(owner, 'POST', '/meetings', {
          ...{ title: 'Планёрка', start_at: `${day}T10:00:00+03:00`, end_at: `${day}T11:00:00+03:00` },
        }),
      );
    const [monday, tuesday, february] = [
      await meet(vera, '2026-03-02'),
      await meet(gleb, '2026-03-03'),
      await meet(gleb, '2026-02-03'),
    ];
    const protocol = await make(vera, { meeting_id: monday.id });
    const held = await get('/meetings/held', boss);
    expect(held.map(({ id }: { id: string }) => id)).toEqual([tuesday.id, monday.id, february.id]);
    expect(held[1]).toMatchObject({ owner_name: 'Вера', protocol_id: protocol });
    expect(await idsOf('/meetings/held?start_date_at=2026-03-01&end_date_at=2026-03-31&weekday=2', boss)).toEqual([
      tuesday.id,
    ]);
    expect(await idsOf(`/meetings/held?secretary_id=${gleb.id}`, boss)).toEqual([tuesday.id, february.id]);
    expect((await app.call(boss, 'GET', `/meetings/held?secretary_id=${anna.id}`)).statusCode).toBe(404);
    const [soon, later] = [await meet(gleb, '2126-03-02'), await meet(gleb, '2126-03-03')];
    expect(await idsOf('/meetings/held?only=coming', boss), 'the next one first').toEqual([soon.id, later.id]);
    expect(await idsOf('/meetings/held?only=unrecorded', boss)).toEqual([tuesday.id, february.id]);
    expect(await idsOf(`/meetings/held?only=unrecorded&secretary_id=${vera.id}`, boss)).toEqual([]);
    const own = await get('/meetings/held', gleb);
    expect(
      own.map(({ id }: { id: string }) => id),
      'a secretary reads the own',
    ).toEqual([...[later.id, soon.id], ...[tuesday.id, february.id]]);
    expect(await idsOf('/meetings/held?only=unrecorded&start_date_at=2026-03-01&end_date_at=2026-03-31', gleb)).toEqual(
      [tuesday.id],
    );
    expect((await get(`/stats/secretary/${gleb.id}/entities`, gleb)).coming_meetings).toBe(2);
  });
});
