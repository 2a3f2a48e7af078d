import { and, asc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { ranksDue } from '#contract/tasks/task-order.ts';
import { secretaryOf } from '#server/modules/identity/index.ts';
import { daysToFinal } from '#server/modules/protocols/index.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { isOverdueAt } from '#server/schema/overdue.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';

/**
 * Returns for each secretary of a manager, by name, the meetings that begin in a period and the tasks with a deadline
 * in it. A task's rank encodes its deadline and whether it is open or done, so that each figure is one index range
 * scan.
 */
export function figuresOfPeriod(db: Db, managerId: string, { from, to }: DayRange, now: Date) {
  const { open, done } = ranksDue(from, to);
  const begun = db
    .select({ meetings: counted('meetings') })
    .from(meetings)
    .where(and(eq(meetings.ownerId, users.id), gte(meetings.startAt, from), lt(meetings.startAt, to)))
    .as('begun');
  const dueOpen = db
    .select({
      open_tasks: counted('open_tasks'),
      overdue_tasks: sql<number>`(count(*) filter (where ${isOverdueAt(now)}))::int`.as('overdue_tasks'),
    })
    .from(tasks)
    .where(and(eq(tasks.ownerId, users.id), gte(tasks.listRank, open.from), lt(tasks.listRank, open.below)))
    .as('due_open');
  const dueDone = db
    .select({ done_tasks: counted('done_tasks') })
    .from(tasks)
    .where(and(eq(tasks.ownerId, users.id), gt(tasks.listRank, done.above), lte(tasks.listRank, done.most)))
    .as('due_done');
  return db
    .select({
      id: users.id,
      name: users.name,
      is_blocked: users.isBlocked,
      meetings: begun.meetings,
      due_tasks: sql<number>`${dueOpen.open_tasks} + ${dueDone.done_tasks}`,
      done_tasks: dueDone.done_tasks,
      overdue_tasks: dueOpen.overdue_tasks,
    })
    .from(users)
    .crossJoinLateral(begun)
    .crossJoinLateral(dueOpen)
    .crossJoinLateral(dueDone)
    .where(secretaryOf(managerId))
    .orderBy(asc(users.searchKey), asc(users.id));
}

/**
 * Returns how many protocols of each secretary of a manager became final in a period, by the number of calendar days
 * since the meeting; `days` is null if the date of the meeting is unknown. A reopened protocol counts when it is final
 * again.
 */
export function finalDaysOfPeriod(db: Db, managerId: string, { from, to }: DayRange, zone: SQL) {
  const finished = db
    .select({ owner: protocols.ownerId, days: sql<number | null>`${daysToFinal(zone)}`.as('days') })
    .from(protocols)
    .where(
      and(
        inArray(protocols.ownerId, db.select({ id: users.id }).from(users).where(secretaryOf(managerId))),
        // A literal, as in the condition of the partial index.
        sql`${protocols.stage} = 'final'`,
        gte(protocols.stageChangedAt, from),
        lt(protocols.stageChangedAt, to),
      ),
    )
    .as('finished');
  return db
    .select({ owner: finished.owner, days: finished.days, protocols: sql<number>`count(*)::int` })
    .from(finished)
    .groupBy(finished.owner, finished.days);
}

const counted = (name: string) => sql<number>`count(*)::int`.as(name);
