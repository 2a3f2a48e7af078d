import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/schema/people.ts';
import { amounts, insertManyRows } from './support/many-rows.ts';
import { plansDuring } from './support/query-plans.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

const patience = 300_000;

/** Tables with one row for a person, a stage or a day of the server: they may be scanned. */
const small = /^(user_counts|task_counts|protocol_counts)$/;
/** A search ends at a thousand matches: where nearly every row matches, scanning the first rows is the shortest way. */
const fewSteps = 2_000;
/** Maximum number of rows for a page: those it shows, what belongs to them, and a thousand matches of a search. */
const perPage = 8_000;
/** Maximum number of rows for a count of everything that one secretary has. */
const perSecretary = 10 * amounts.ofOne;

describe('every list finds its rows by an index', () => {
  let app: TestApp;
  let secretary: TestUser;
  let manager: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    app = await startTestApp('postgres');
    [secretary, manager, admin] = await Promise.all([
      app.addUser('secretary'),
      app.addUser('manager'),
      app.addUser('admin'),
    ]);
    await app.db.update(users).set({ managerId: manager.id }).where(eq(users.id, secretary.id));
    await insertManyRows(app.db, secretary.id);
    const others = Array.from({ length: 9 }, (_, n) => `person-${n + 1}`);
    await app.db.update(users).set({ managerId: manager.id }).where(inArray(users.id, others));
  }, patience);
  afterAll(() => app.close());

  const year = 'start_date_at=2026-01-01&end_date_at=2026-12-31';
  const range = 'start_date_at=2026-01-03&end_date_at=2026-01-06';
  const people: [string, () => TestUser][] = [
    ['a secretary', () => secretary],
    ['a manager', () => manager],
    ['an admin', () => admin],
  ];
  const lists: [string, string, () => TestUser, number][] = [
    ['protocols', '/protocols?limit=15&page=1', () => secretary, perPage],
    ['protocols far back', '/protocols?limit=15&page=100', () => secretary, perPage],
    ['protocols of a stage', '/protocols?limit=15&page=1&stage=final', () => secretary, perPage],
    ['protocols by a rare word', '/protocols?limit=15&page=1&search=тема77', () => secretary, perPage],
    ['protocols by a word of all', '/protocols?limit=15&page=1&search=совещание', () => secretary, perPage],
    ['protocols by a word that is not there', '/protocols?limit=15&page=1&search=небывалое', () => secretary, perPage],
    [
      'protocols of a stage by a word',
      '/protocols?limit=15&page=1&stage=final&search=тема77',
      () => secretary,
      perPage,
    ],
    ['protocols by a rare word that was said', '/protocols?limit=15&page=1&search=смета77', () => secretary, perPage],
    ['protocols by a word that was said in all', '/protocols?limit=15&page=1&search=бюджет', () => secretary, perPage],
    [
      'protocols of a stage by a word that was said',
      '/protocols?limit=15&page=1&stage=final&search=смета77',
      () => secretary,
      perPage,
    ],
    ['protocols of some days', '/protocols?from=2026-01-02&to=2026-01-03', () => secretary, perPage],
    ['protocols of a chairman', '/protocols?chairman_id=person-77', () => secretary, perPage],
    ['protocols of a body', '/protocols?body_id=none', () => secretary, perPage],
    ['protocols with a person by a word', '/protocols?person_id=person-77&search=совещание', () => secretary, perPage],
    ['signed protocols of who takes part', '/me/protocols', () => secretary, perPage],
    ['tasks of who is to do them', '/me/tasks', () => secretary, perPage],
    ['tasks', '/protocols/tasks?limit=15&page=1', () => secretary, perPage],
    ['tasks of a person', '/protocols/tasks?assignee_id=person-77', () => secretary, perPage],
    ...['тема77', 'смета77', 'срок77', 'совещание', 'утвердить', 'бюджет', 'поручение', 'встреча', 'небывалое'].map(
      (word): (typeof lists)[number] => [
        `everything by ${word}`,
        `/search?search=${word}`,
        () => secretary,
        6 * perPage,
      ],
    ),
    ...['тема77', 'смета77', 'срок77', 'совещание', 'бюджет', 'поручение', 'небывалое'].map(
      (word): (typeof lists)[number] => [
        `everything of several secretaries by ${word}`,
        `/search?search=${word}`,
        () => manager,
        6 * perPage,
      ],
    ),
    ...[
      '/protocols?limit=15&page=1',
      '/protocols?limit=15&page=100',
      '/protocols?stage=final',
      '/protocols?search=совещание',
      `/protocols?${year}`,
      `/protocols?${year}&least_days=0&most_days=2`,
      '/protocols/tasks?limit=15&page=1',
      '/protocols/tasks?status=overdue',
      '/protocols/tasks?status=in_progress',
      '/protocols/tasks?status=overdue&assignee_id=person-77',
      '/protocols/tasks?status=overdue&body_id=none',
      '/protocols/tasks?date=2026-01-05',
      `/protocols/tasks?${year}`,
      `/meetings/held?${year}`,
      '/meetings/held',
    ].map((path): (typeof lists)[number] => [`of several secretaries: ${path}`, path, () => manager, perPage]),
    ['who is late, of several secretaries', '/protocols/tasks/groups?status=overdue', () => manager, perSecretary],
    ['people by a word of all, for a manager', '/search?search=человек', () => manager, perPage],
    ['tasks by a rare word', '/protocols/tasks?limit=15&page=1&search=срок77', () => secretary, perPage],
    ['tasks by a word of all', '/protocols/tasks?limit=15&page=1&search=поручение', () => secretary, perPage],
    ['tasks far back', '/protocols/tasks?limit=15&page=90', () => secretary, perPage],
    ['open tasks', '/protocols/tasks?limit=15&page=1&status=open', () => secretary, perPage],
    ['overdue tasks', '/protocols/tasks?limit=15&page=1&status=overdue', () => secretary, perPage],
    ['done tasks', '/protocols/tasks?limit=15&page=1&status=done', () => secretary, perPage],
    [
      'overdue tasks by a word of all',
      '/protocols/tasks?page=1&status=overdue&search=поручение',
      () => secretary,
      perPage,
    ],
    ['open tasks of earlier protocols', '/protocols/protocol-1400/earlier-tasks', () => secretary, perPage],
    ['members', '/protocols/protocol-77/members', () => secretary, perPage],
    ['keywords', '/keywords', () => secretary, perPage],
    [
      'meetings of some days',
      '/meetings?start_date_at=2026-01-04&end_date_at=2026-01-06',
      () => secretary,
      4 * perPage,
    ],
    ...people.flatMap(([who, user]): typeof lists => [
      [`people for ${who}`, '/users?limit=15&page=1', user, perPage],
      [`people of one role for ${who}`, '/users?limit=15&page=1&role=secretary', user, perPage],
      [`people, blocked ones too, for ${who}`, '/users?limit=15&page=1&with_blocked=1', user, perPage],
      [`people by a rare word for ${who}`, '/users?limit=15&page=1&search=отдел77', user, perPage],
      [`people by a word of all for ${who}`, '/users?limit=15&page=1&search=человек', user, perPage],
      [
        `people by a rare word, blocked ones too, for ${who}`,
        '/users?limit=15&page=1&search=отдел77&with_blocked=1',
        user,
        perPage,
      ],
    ]),
    ['meetings by day for a secretary', `/stats/secretary/meetings?${range}`, () => secretary, perSecretary],
    ['meetings by day for a manager', `/stats/secretary/meetings?${range}`, () => manager, perSecretary],
    ['a manager’s figures', '/stats/manager/all', () => manager, perSecretary],
    ['a manager’s figures of a year', `/stats/manager/period?${year}`, () => manager, perSecretary],
  ];

  test.each(lists)('%s', async (_what, path, user, most) => {
    await check(path, user(), most);
  });

  test.each(['entities', 'tasks?date=2026-01-05', `meetings?${year}`])('a secretary’s %s', async (what) => {
    await check(`/stats/secretary/${secretary.id}/${what}`, secretary, perSecretary);
    await check(`/stats/secretary/${secretary.id}/${what}`, manager, perSecretary);
  });

  async function check(path: string, user: TestUser, most: number): Promise<void> {
    const { database } = app.services;
    if (database.kind !== 'postgres') throw new Error('Plans are read on PostgreSQL');
    const plans = await plansDuring(database.pool, async () => {
      const reply = await app.call(user, 'GET', path);
      expect([path, reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([path, 200, '']);
    });
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      const walked = plan.sequential.filter(({ table, rows }) => !small.test(table) && rows > fewSteps);
      expect(walked, `${plan.text}\n${plan.tree}`).toEqual([]);
      expect(plan.rowsRead, `${plan.text}\n${plan.tree}`).toBeLessThan(most);
    }
  }
});
