import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Db } from '#server/db/database.ts';
import { type RouteDeps, routesOf } from '#server/plugins/contract-route.ts';
import { dayRangeOf, officeDay } from '#server/plugins/day-range.ts';
import { meetingDays } from './meeting-days.ts';
import { type Actor, assertMaySee } from './policy.ts';
import { entitiesOf, figuresBySecretary, isSecretaryOf, meetingsByDay, tasksByStatus } from './repository.ts';
import { totalsOf } from './totals.ts';

export type StatisticsDeps = RouteDeps & { clock: () => Date };

/** Figures: a manager's over the own secretaries, a secretary's own. */
export function registerStatistics(app: FastifyInstance, deps: StatisticsDeps): void {
  const { clock } = deps;
  const route = routesOf(app, deps);
  const assertOwn = (db: Db, actor: Actor, id: string) =>
    assertMaySee(actor, id, (managerId, secretaryId) => isSecretaryOf(db, managerId, secretaryId));

  route(calls.managerStatistics, async ({ db, user }) => {
    const rows = await figuresBySecretary(db, user.id, clock());
    return { ...totalsOf(rows), by_secretary: rows };
  });

  route(calls.meetingStatistics, ({ db, query, user }) => {
    const { range, zone } = meetingDays(query, clock());
    return meetingsByDay(db, user, range, zone);
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
