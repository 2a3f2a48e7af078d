import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stages } from '#contract/stage.ts';
import { taskStatuses } from '#contract/tasks/task.ts';
import { meetings } from '#server/schema/meetings.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { plainFinalDays, plainPeriod, plainTotals, type Span } from './support/plain-statistics.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const offsets = ['Z', '+03:00', '+10:00', '-05:00', '+05:30'];

describe.each(databaseKinds)('a manager’s statistics on %s equal those of plain SQL', (kind) => {
  const now = new Date();
  const random = seededRandom(7);
  let app: TestApp;
  let manager: TestUser;
  let other: TestUser;
  let admin: TestUser;
  let team: TestUser[];
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    admin = await app.addUser('admin');
    ({ manager, other, team } = await addTeam());
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  /** Adds a manager with three secretaries, and another one with a fourth; all of them have worked. */
  async function addTeam() {
    const [manager, other] = await Promise.all([app.addUser('manager'), app.addUser('manager')]);
    const team = await Promise.all(
      ['Яшина', 'Ёлкина', 'Бобров', 'Новый'].map((name, place) =>
        app.addUser('secretary', {
          ...{ name, searchKey: name.toLowerCase(), isBlocked: place === 1 },
          managerId: (place === 3 ? other : manager).id,
        }),
      ),
    );
    for (const owner of team) await fill(owner);
    return { manager, other, team };
  }

  /** Returns a random moment of the last two years, or of the next half year. */
  const moment = () => new Date(now.getTime() + (random(900) - 720) * dayMs + random(86_400) * 1000);
  /** Returns a moment in one of its possible notations: in some zone, or as a day alone. */
  const written = (at: Date) => {
    const offset = offsets[random(offsets.length)] ?? 'Z';
    const text = at.toISOString();
    return random(4) === 0 ? text.slice(0, 10) : `${text.slice(0, 19)}${offset}`;
  };

  async function fill(owner: TestUser): Promise<void> {
    const held = Array.from({ length: 120 }, () => ({
      id: uuidv7(),
      ownerId: owner.id,
      stage: random(2) === 0 ? ('final' as const) : (stages[random(stages.length)] ?? 'finish'),
      stageChangedAt: moment(),
      heldAt: random(6) === 0 ? null : written(moment()),
      numberScope: uuidv7(),
      numberYear: 2026,
    }));
    await app.db.insert(protocols).values(held);
    await app.db.insert(tasks).values(
      Array.from({ length: 600 }, () => ({
        id: uuidv7(),
        ownerId: owner.id,
        protocolId: held[random(held.length)]?.id ?? '',
        status: taskStatuses[random(taskStatuses.length)] ?? 'new',
        dueAt: random(8) === 0 ? null : written(moment()),
      })),
    );
    await app.db.insert(meetings).values(
      Array.from({ length: 150 }, () => {
        const startAt = moment();
        return { id: uuidv7(), ownerId: owner.id, startAt, endAt: new Date(startAt.getTime() + 3_600_000) };
      }),
    );
  }

  const get = async (user: TestUser, path: string) => {
    const reply = await app.call(user, 'GET', path);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data;
  };
  const ok = async (user: TestUser, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await app.call(user, method, path, body);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
  };
  const sum = (rows: Record<string, unknown>[], name: string) =>
    rows.reduce((total, row) => total + Number(row[name]), 0);

  /** Returns a period of this many days before and after today, as a query and as its moments in Moscow. */
  function span(before: number, after: number): { query: string; span: Span } {
    const day = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
    const [from, to] = [new Date(`${day(-before)}T00:00:00+03:00`), new Date(`${day(after + 1)}T00:00:00+03:00`)];
    return { query: `?start_date_at=${day(-before)}&end_date_at=${day(after)}`, span: { from, to } };
  }

  async function compare(user: TestUser): Promise<void> {
    const { by_secretary, secretaries, ...totals } = await get(user, '/stats/manager/all');
    const rows = await plainTotals(app.db, user.id, now);
    expect(by_secretary).toEqual(rows);
    expect(secretaries).toBe(rows.length);
    for (const [name, total] of Object.entries(totals)) expect([name, total]).toEqual([name, sum(rows, name)]);
    for (const { query, span: days } of [span(3, 3), span(15, 15), span(90, 0), span(365, 0), span(0, 180)]) {
      const { by_secretary, final_days, undated_protocols, median_days, ...sums } = await get(
        user,
        `/stats/manager/period${query}`,
      );
      const plain = await plainPeriod(app.db, user.id, days, now);
      expect(by_secretary).toEqual(plain);
      for (const [name, total] of Object.entries(sums)) expect([name, total]).toEqual([name, sum(plain, name)]);
      const taken = await plainFinalDays(app.db, user.id, days);
      const dated = taken.filter(({ undated }) => !undated);
      expect(final_days).toEqual(dated.map(({ days, protocols }) => ({ days, protocols })));
      expect(undated_protocols).toBe(sum(taken, 'protocols') - sum(dated, 'protocols'));
      expect(median_days).toBe(
        middleOf(dated.flatMap(({ days, protocols }) => Array<number>(Number(protocols)).fill(Number(days)))),
      );
    }
  }

  test('over random rows', async () => {
    await compare(manager);
    await compare(other);
    expect((await get(manager, `/stats/manager/period${span(365, 0).query}`)).due_tasks).toBeGreaterThan(100);
  });

  test('after deletions', async () => {
    const [owner] = team as [TestUser];
    const { data } = (await app.call(owner, 'GET', '/protocols?limit=60&page=1')).json();
    const drafts = data.filter(({ stage }: { stage: string }) => stage !== 'final');
    for (const { id } of drafts.slice(0, 10)) await ok(owner, 'DELETE', `/protocols/${id}`);
    const { data: given } = (await app.call(owner, 'GET', '/protocols/tasks?limit=60&page=1')).json();
    const open = given.filter(({ status }: { status: string }) => status === 'new');
    for (const { id } of open.slice(0, 10)) await ok(owner, 'PUT', `/protocols/tasks/${id}`, { status: 'done' });
    for (const { id } of open.slice(10, 15)) await ok(owner, 'PUT', `/protocols/tasks/${id}`, { status: 'cancelled' });
    const [met] = (await app.call(owner, 'GET', '/meetings')).json().data;
    await ok(owner, 'DELETE', `/meetings/${met.id}`);
    await compare(manager);
  });

  test('while a protocol becomes final, is opened again and becomes final once more', async () => {
    const [owner] = team as [TestUser];
    const id = uuidv7();
    const figures = async () =>
      (await get(manager, `/stats/manager/period${span(15, 15).query}`)).by_secretary.find(
        (row: { id: string }) => row.id === owner.id,
      ).final_protocols;
    const before = await figures();
    const held_at = new Date(now.getTime() - 3 * dayMs).toISOString();
    await ok(owner, 'POST', '/protocols', { id, title: 'Совещание', held_at });
    await ok(owner, 'PUT', `/protocols/${id}`, { stage: 'finish' });
    for (const [body, more] of [
      [undefined, 1],
      [{ reopen_reason: 'Опечатка' }, 0],
      [undefined, 1],
    ] as const) {
      await ok(owner, 'POST', `/protocols/${id}/final`, body);
      expect(await figures()).toBe(before + more);
      await compare(manager);
    }
  });

  test('once a secretary has another manager, or another role', async () => {
    const { manager, other, team } = await addTeam();
    const [first, , third] = team as [TestUser, TestUser, TestUser];
    await ok(admin, 'PUT', `/users/${first.id}`, { manager_id: other.id });
    await compare(manager);
    await compare(other);
    await ok(admin, 'PUT', `/users/${third.id}`, { role: 'external' });
    await compare(manager);
    expect((await get(other, '/stats/manager/all')).by_secretary).toHaveLength(2);
    expect((await get(manager, '/stats/manager/all')).by_secretary).toHaveLength(1);
  });

  test('a protocol of the year 0000 breaks no figure', async () => {
    const chief = await app.addUser('manager');
    const owner = await app.addUser('secretary', { managerId: chief.id });
    const heldAt = '0000-02-29T09:00:00Z';
    await app.db.insert(protocols).values({
      ...{ id: uuidv7(), ownerId: owner.id, stage: 'final', heldAt, stageChangedAt: now },
      ...{ numberScope: uuidv7(), numberYear: 2026 },
    });
    const { by_secretary } = await get(chief, '/stats/manager/period');
    const row = by_secretary.find(({ id }: { id: string }) => id === owner.id);
    expect(row).toMatchObject({ final_protocols: 1, median_days: null });
  });
});

function middleOf(days: number[]): number | null {
  const upper = days[Math.floor(days.length / 2)];
  const lower = days[Math.floor((days.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
