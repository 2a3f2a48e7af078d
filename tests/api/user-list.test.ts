import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchesOf, pageOf } from '#server/modules/identity/users/list-repository.ts';
import type { Actor } from '#server/modules/identity/users/policy.ts';
import { users } from '#server/schema/people.ts';
import { longTest } from '#tests/support/long-test.ts';
import { named } from './support/people.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds, openTestDatabase } from './support/test-database.ts';

type Listed = { id: string; name: string; is_blocked?: boolean };

describe.each(databaseKinds)('the list of people on %s', (kind) => {
  let app: TestApp;
  let admin: TestUser;
  let manager: TestUser;
  let anna: TestUser;
  let boris: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    admin = await app.addUser('admin', named('Соколов'));
    manager = await app.addUser('manager', named('Белова'));
    anna = await app.addUser('secretary', { ...named('Яшина'), managerId: manager.id });
    boris = await app.addUser('secretary', named('Ёлкин'));
    await app.addUser('secretary', { ...named('Жукова'), managerId: manager.id, isBlocked: true });
    await app.addUser('external', { ...named('Ефимов'), createdById: anna.id });
    await app.addUser('external', { ...named('Евсеев'), createdById: anna.id, isBlocked: true });
    await app.addUser('external', { ...named('Ким'), createdById: boris.id, isBlocked: true });
    await app.addUser('external', { ...named('Ли'), createdById: manager.id });
  });
  afterAll(() => app.close());

  async function list(user: TestUser, query = '') {
    const reply = await app.call(user, 'GET', `/users${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const { data, meta } = reply.json() as { data: Listed[]; meta: Record<string, number> };
    return { data, meta, names: data.map(({ name }) => name).join(' ') };
  }

  test('an administrator finds everyone by name, and the blocked ones on request', async () => {
    const { names, meta } = await list(admin);
    expect(names).toBe('Белова Ёлкин Ефимов Ли Соколов Яшина');
    expect(meta).toEqual({ current_page: 1, per_page: 15, last_page: 1, total: 6 });
    const all = await list(admin, '?with_blocked=1');
    expect(all.names).toBe('Белова Евсеев Ёлкин Ефимов Жукова Ким Ли Соколов Яшина');
    expect(all.meta.total).toBe(9);
    for (const none of ['0', 'false']) expect((await list(admin, `?with_blocked=${none}`)).names).toBe(names);
    expect((await list(admin, '?with_blocked=true')).names).toBe(all.names);
  });

  test('a manager finds themselves, the own secretaries, and people whom any of them added', async () => {
    expect((await list(manager)).names).toBe('Белова Ефимов Ли Яшина');
    const all = await list(manager, '?with_blocked=1');
    expect(all.names).toBe('Белова Евсеев Ефимов Жукова Ли Яшина');
    expect(all.meta.total).toBe(6);
    expect(all.data.every((person) => typeof person.is_blocked === 'boolean')).toBe(true);
  });

  test('a secretary finds whoever is not blocked, and of the blocked those that they added', async () => {
    const { data, names, meta } = await list(anna);
    expect([names, meta.total]).toEqual(['Белова Ёлкин Ефимов Ли Соколов Яшина', 6]);
    expect(data.filter((person) => 'is_blocked' in person).map(({ name }) => name)).toEqual(['Ефимов', 'Яшина']);
    const all = await list(anna, '?with_blocked=1');
    expect([all.names, all.meta.total]).toEqual(['Белова Евсеев Ёлкин Ефимов Ли Соколов Яшина', 7]);
    expect((await list(boris, '?with_blocked=1')).names).toBe('Белова Ёлкин Ефимов Ким Ли Соколов Яшина');
  });

  test('a filter by role finds only people of the list, however many others come before them', async () => {
    const found = async (user: TestUser, query: string) => {
      const { names, meta } = await list(user, query);
      return [names, meta.total];
    };
    expect(await found(admin, '?role=secretary&limit=1')).toEqual(['Ёлкин', 2]);
    expect(await found(admin, '?role=secretary&with_blocked=1')).toEqual(['Ёлкин Жукова Яшина', 3]);
    expect(await found(admin, '?role=manager')).toEqual(['Белова', 1]);
    expect(await found(manager, '?role=secretary')).toEqual(['Яшина', 1]);
    expect(await found(anna, '?role=external&with_blocked=1')).toEqual(['Евсеев Ефимов Ли', 3]);
    expect(await found(anna, '?role=secretary&with_blocked=1')).toEqual(['Ёлкин Яшина', 2]);
    const yo = encodeURIComponent('е');
    expect(await found(admin, `?role=secretary&search=${yo}`)).toEqual(['Ёлкин', 1]);
    expect(await found(manager, `?role=external&search=${yo}`)).toEqual(['Ефимов', 1]);
    expect((await app.call(admin, 'GET', '/users?role=chairman')).statusCode).toBe(422);
  });

  test('pages follow without a gap, and a page beyond the last is empty', async () => {
    for (const [user, query, whole] of [
      [admin, '&with_blocked=1', 9],
      [manager, '&with_blocked=1', 6],
      [anna, '&with_blocked=1', 7],
      [anna, '', 6],
      [admin, '&search=е', 4],
    ] as const) {
      const asked = query.replace('е', encodeURIComponent('е'));
      const all = (await list(user, `?limit=100${asked}`)).data.map(({ id }) => id);
      const joined: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 2); page += 1) {
        const part = await list(user, `?limit=2&page=${page}${asked}`);
        expect(part.meta).toMatchObject({ current_page: page, per_page: 2, last_page: Math.ceil(all.length / 2) });
        joined.push(...part.data.map(({ id }) => id));
      }
      expect(joined).toEqual(all);
      if (!asked.includes('search')) expect(all).toHaveLength(whole);
      const beyond = await list(user, `?limit=100&page=1000000${asked}`);
      expect([beyond.data, beyond.meta.total]).toEqual([[], all.length]);
    }
    for (const wrong of ['?page=0', '?limit=0', '?limit=101', '?page=1000001', '?with_blocked=2'])
      expect((await app.call(admin, 'GET', `/users${wrong}`)).statusCode, wrong).toBe(422);
  });

  test('a search finds by the beginnings of words of name, e-mail, position and organization', async () => {
    const body = {
      ...{ email: 'Pavel.Smirnov@audit-control.ru', role: 'external', name: 'Смирнов Павел Олегович' },
      ...{ position: 'ведущий аудитор', organization: 'АО «Ёж и Ко»' },
    };
    const { data: made } = (await app.call(anna, 'POST', '/users', body)).json();
    const find = async (text: string, user = anna) => (await list(user, `?search=${encodeURIComponent(text)}`)).data;
    for (const text of ['смир', 'ПАВЕЛ', 'олег смирн', 'pavel.smirnov@audit-control.ru', 'ведущ', 'еж', 'Ёж ко'])
      expect(
        (await find(text)).map(({ id }) => id),
        text,
      ).toEqual([made.id]);
    expect(await find('мирнов')).toEqual([]);
    expect(await find('смирнов яшина')).toEqual([]);
    expect(await find("'); drop table users; --")).toEqual([]);
    for (const user of [anna, manager]) expect(await find(' %_*:& ', user)).toEqual([]);
    expect((await find('  ')).length).toBe((await list(anna)).data.length);
    expect(await find('смирнов', boris)).toHaveLength(1);
    expect(await find('смирнов', manager)).toHaveLength(1);
    await app.call(anna, 'PUT', `/users/${made.id}`, { name: 'Сидоров Пётр', email: 'p@example.ru' });
    expect(await find('смирнов')).toEqual([]);
    expect(await find('сидоров петр ведущий')).toHaveLength(1);
    await app.db.delete(users).where(eq(users.id, made.id));
  });

  test.each([
    ['block', 'is_blocked', { is_blocked: true }],
    ['demote', 'role', { role: 'external' }],
  ])('the last administrator stays one, also when two %s each other', async (_, field, change) => {
    const [one, other] = [await app.addUser('admin'), await app.addUser('admin')];
    // There is no other administrator meanwhile.
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, admin.id));
    // Each was still an administrator when their call came in.
    for (const each of [one, other]) expect((await app.call(each, 'GET', '/me')).statusCode).toBe(200);
    const lose = (by: TestUser, whom: TestUser) => app.call(by, 'PUT', `/users/${whom.id}`, change);
    const replies = await Promise.all([lose(one, other), lose(other, one)]);
    const refused = replies.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(1);
    if (refused[0]?.statusCode === 422)
      expect(refused[0].json().errors).toEqual({ [field]: ['Это последний администратор. Сначала назначьте другого'] });
    else expect([401, 403, 404]).toContain(refused[0]?.statusCode);
    const left = sql`select count(*)::int as n from users where role = 'admin' and not is_blocked`;
    const { rows } = (await app.db.execute(left)) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ n: 1 }]);
    await app.db.delete(users).where(inArray(users.id, [one.id, other.id]));
    await app.db.update(users).set({ isBlocked: false }).where(eq(users.id, admin.id));
  });
});

describe.each(databaseKinds)('the last administrator on %s', (kind) => {
  const now = new Date('2026-11-20T09:00:00Z');
  test.each([
    ['is_blocked', { is_blocked: true }],
    ['role', { role: 'external' }],
  ])('cannot be changed by one who was blocked a moment ago: %s', async (field, change) => {
    const app = await startTestApp(kind, { services: { clock: () => now } });
    const [last, late] = [await app.addUser('admin'), await app.addUser('admin')];
    expect((await app.call(late, 'GET', '/me')).statusCode).toBe(200);
    // Blocked by another server: this one still has the session in its cache.
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, late.id));
    const reply = await app.call(late, 'PUT', `/users/${last.id}`, { ...change, name: 'Не запишется' });
    expect(reply.json().errors).toEqual({ [field]: ['Это последний администратор. Сначала назначьте другого'] });
    const { data } = (await app.call(last, 'GET', '/me')).json();
    expect(data).toMatchObject({ role: 'admin', name: 'Петрова Анна Сергеевна', is_blocked: false });
    await app.close();
  });
});

longTest.each(databaseKinds)(
  'many people are found by indexes, and counted right, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { db } = database;
    await db.execute(`
      insert into users (id, email, role, search_key, manager_id)
      select 's' || n, 's' || n || '@example.ru', 'secretary', 'секретарь ' || n, case when n > 0 then 's' || n % 50 end
      from generate_series(0, 499) n`);
    await db.execute(`
      insert into users (id, email, role, search_key, created_by_id, is_blocked)
      select 'e' || n, 'e' || n || '@example.ru', 'external', md5(n::text) || ' внешний ' || n, 's' || n % 500, n % 10 = 0
      from generate_series(1, 20000) n`);
    // Newly added words wait in a pending list before they are in the index.
    await db.execute('vacuum analyze users');
    const plan = async (query: { getSQL(): unknown }) => {
      const { rows } = (await db.execute(sql`explain ${query}`)) as unknown as { rows: Record<string, string>[] };
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const [admin, secretary, manager] = (['admin', 'secretary', 'manager'] as const).map(
      (role): Actor => ({ id: 's1', role }),
    ) as [Actor, Actor, Actor];
    const asked = { limit: 15, page: 1, withBlocked: false };
    expect(await plan(pageOf(db, admin, asked))).toMatch(/Index Only Scan using users_list/);
    expect(await plan(pageOf(db, secretary, asked))).toMatch(/Index Only Scan using users_list/);
    expect(await plan(pageOf(db, admin, { ...asked, withBlocked: true }))).toMatch(/Index Only Scan using users_name/);
    const few = { ...asked, search: 'внешний 777' };
    for (const query of [
      pageOf(db, secretary, { ...asked, withBlocked: true }),
      pageOf(db, secretary, { ...asked, search: 'внешний' }),
      matchesOf(db, secretary, few, 1000),
      matchesOf(db, admin, { ...few, withBlocked: true }, 1000),
      matchesOf(db, manager, asked, undefined),
      matchesOf(db, manager, { ...few, withBlocked: true }, undefined),
    ])
      expect(await plan(query)).not.toMatch(/Seq Scan on users/);
    const { rows } = (await db.execute(`
      select (select sum(total)::int from user_counts where not is_blocked) as counted,
        (select count(*)::int from users where not is_blocked) as there`)) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ counted: 18_500, there: 18_500 }]);
    await database.close();
  },
);
