import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { OfficeZone } from '#server/modules/identity/index.ts';
import { askedDays, dayRangeOf, officeDay } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { periodOf, sumsOf } from './period.ts';
import { figuresOfPeriod, finalDaysOfPeriod } from './period-repository.ts';
import { type Actor, assertMaySee } from './policy.ts';
import { entitiesOf, figuresBySecretary, isSecretaryOf, meetingsByDay, tasksByStatus } from './repository.ts';

const totals = ['meetings', 'protocols', 'final_protocols', 'tasks', 'done_tasks', 'overdue_tasks'] as const;

export type StatisticsDeps = RouteDeps & { clock: () => Date; officeZone: OfficeZone };

/** Registers the statistics: managers see those of their secretaries, secretaries their own. */
export function registerStatistics(app: FastifyInstance, deps: StatisticsDeps): void {
  const { clock, officeZone } = deps;
  const route = routesOf(app, deps);
  const officeTime = async (db: Db) => ({ now: clock(), zone: await officeZone(db) });
  const assertOwn = (db: Db, actor: Actor, id: string) => assertMaySee(actor, id, (ids) => isSecretaryOf(db, ids));

  route(calls.managerStatistics, async ({ db, user }) => {
    const rows = await figuresBySecretary(db, user.id, clock());
    return { secretaries: rows.length, ...sumsOf(rows, totals), by_secretary: rows };
  });

  route(calls.periodStatistics, async ({ db, query, user }) => {
    const office = await officeTime(db);
    const { range, zone } = askedDays(query, office);
    const figures = await figuresOfPeriod(db, user.id, range, office.now);
    return periodOf(figures, await finalDaysOfPeriod(db, user.id, range, zone));
  });

  route(calls.meetingStatistics, async ({ db, query, user }) => {
    const { range, zone } = askedDays(query, await officeTime(db));
    return meetingsByDay(db, user, range, zone);
  });

  route(calls.secretaryMeetings, async ({ db, params, query, user }) => {
    await assertOwn(db, user, params.id);
    const { range, zone } = askedDays(query, await officeTime(db));
    return meetingsByDay(db, { id: params.id, role: 'secretary' }, range, zone);
  });

  route(calls.entityStatistics, async ({ db, params, user }) => {
    await assertOwn(db, user, params.id);
    const [counts] = await entitiesOf(db, params.id, clock());
    return counts ?? {};
  });

  route(calls.taskStatistics, async ({ db, params, query, user }) => {
    await assertOwn(db, user, params.secretaryId);
    const office = await officeTime(db);
    const day = query.date ?? officeDay(office);
    const { to } = dayRangeOf({ start_date_at: day, end_date_at: day }, office);
    // Nothing counts as overdue in the future, even if the period ends later.
    const overdue = new Date(Math.min(to.getTime(), office.now.getTime()));
    const [counts] = await tasksByStatus(db, params.secretaryId, { madeBefore: to, overdue });
    return counts ?? {};
  });
}
