import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Db } from '#server/db/database.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { dayRangeOf, officeDay } from '#server/plugins/day-range.ts';
import { askedDays } from './asked-days.ts';
import { periodOf } from './period.ts';
import { figuresOfPeriod, finalDaysOfPeriod } from './period-repository.ts';
import { type Actor, assertMaySee } from './policy.ts';
import { entitiesOf, figuresBySecretary, isSecretaryOf, meetingsByDay, tasksByStatus } from './repository.ts';
import { sumsOf } from './totals.ts';

const totals = ['meetings', 'protocols', 'final_protocols', 'tasks', 'done_tasks', 'overdue_tasks'] as const;

export type StatisticsDeps = RouteDeps & { clock: () => Date };

/** Figures: a manager's over the own secretaries, a secretary's own. */
export function registerStatistics(app: FastifyInstance, deps: StatisticsDeps): void {
  const { clock } = deps;
  const route = routesOf(app, deps);
  const assertOwn = (db: Db, actor: Actor, id: string) =>
    assertMaySee(actor, id, (managerId, secretaryId) => isSecretaryOf(db, managerId, secretaryId));

  route(calls.managerStatistics, async ({ db, user }) => {
    const rows = await figuresBySecretary(db, user.id, clock());
    return { secretaries: rows.length, ...sumsOf(rows, totals), by_secretary: rows };
  });

  route(calls.periodStatistics, async ({ db, query, user }) => {
    const now = clock();
    const { range, zone } = askedDays(query, now);
    const figures = await figuresOfPeriod(db, user.id, range, now);
    return periodOf(figures, await finalDaysOfPeriod(db, user.id, range, zone));
  });

  route(calls.meetingStatistics, ({ db, query, user }) => {
    const { range, zone } = askedDays(query, clock());
    return meetingsByDay(db, user, range, zone);
  });

  route(calls.secretaryMeetings, async ({ db, params, query, user }) => {
    await assertOwn(db, user, params.id);
    const { range, zone } = askedDays(query, clock());
    return meetingsByDay(db, { id: params.id, role: 'secretary' }, range, zone);
  });

  route(calls.entityStatistics, async ({ db, params, user }) => {
    await assertOwn(db, user, params.id);
    const [counts] = await entitiesOf(db, params.id);
    return counts ?? {};
  });

  route(calls.taskStatistics, async ({ db, params, query, user }) => {
    await assertOwn(db, user, params.secretaryId);
    const now = clock();
    const day = query.date ?? officeDay(now);
    const { to } = dayRangeOf({ start_date_at: day, end_date_at: day }, now);
    // Nothing is overdue before its time, on a day to come either.
    const overdue = new Date(Math.min(to.getTime(), now.getTime()));
    const [counts] = await tasksByStatus(db, params.secretaryId, { madeBefore: to, overdue });
    return counts ?? {};
  });
}
