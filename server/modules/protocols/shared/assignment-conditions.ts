import { and, type Column, eq, gt, inArray, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';

/** Condition on `protocols`: it was signed off at least once. */
export const isSigned = sql<boolean>`exists (
  select 1 from ${finalVersions} where ${finalVersions.protocolId} = ${protocols.id})`;

/**
 * Condition on a task and its protocol: the task is visible to its assignee. It is not while the minutes are a draft,
 * but it is once they are finished, signed or not, since the work does not wait for a signature. In a signed protocol
 * it is from the edition that contains it; tasks of an edition being written are not visible.
 */
export function isGivenOut(task: Record<'createdAt', Column>, of: Record<'id' | 'stage', Column>): SQL {
  const signed = sql`(select max(${finalVersions.createdAt}) from ${finalVersions} where ${finalVersions.protocolId} = ${of.id})`;
  return sql`coalesce(${task.createdAt} <= ${signed}, ${inArray(of.stage, ['finish', 'final'])})`;
}

/**
 * Condition on `tasks` and `protocols`: the task is assigned to this person and visible to them. A task that they
 * reported on stays visible.
 */
export function isGivenTo(userId: string): SQL | undefined {
  const reported = sql`exists (select 1 from ${taskReports}
    where ${taskReports.taskId} = ${tasks.id} and ${taskReports.authorId} = ${userId})`;
  return and(eq(tasks.assigneeId, userId), or(isGivenOut(tasks, protocols), reported));
}

/**
 * Condition on `tasks`: this person had the task and reported on it, and somebody else has it now. If a later protocol
 * assigns it to them again, it is shown there instead.
 */
export function isReassignedAfterReport(db: Db, userId: string): SQL | undefined {
  const reported = sql`exists (select 1 from ${taskReports}
    where ${taskReports.taskId} = ${tasks.id} and ${taskReports.authorId} = ${userId})`;
  const again = alias(tasks, 'again');
  const goesOn = and(
    eq(again.originTaskId, firstTask),
    eq(again.assigneeId, userId),
    gt(again.createdAt, tasks.createdAt),
  );
  const isAnothers = sql`${tasks.assigneeId} is distinct from ${userId}`;
  return and(
    reported,
    or(isAnothers, not(isNotCarriedOn(db))),
    notExists(db.select({ id: again.id }).from(again).where(goesOn)),
  );
}

/** Condition on `tasks`: this person has the task, or has reported on it; selects the rows by indexes. */
export function isOrWasOf(userId: string): SQL {
  return sql`${tasks.id} in (select own.id from ${tasks} own where own.assignee_id = ${userId}
    union select ${taskReports.taskId} from ${taskReports} where ${taskReports.authorId} = ${userId})`;
}

/** Id of the first of the tasks that carry it from protocol to protocol. */
export const firstTask = sql<string>`coalesce(${tasks.originTaskId}, ${tasks.id})`;

/**
 * Condition on `tasks`: no later finished protocol carries it on, to anybody. With `exceptTo`, one that carries it on
 * to that person does not count.
 */
export function isNotCarriedOn(db: Db, exceptTo?: string): SQL {
  const [next, later] = [alias(tasks, 'next'), alias(protocols, 'later')];
  const goesOn = and(
    eq(next.originTaskId, firstTask),
    gt(next.createdAt, tasks.createdAt),
    exceptTo === undefined ? undefined : sql`${next.assigneeId} is distinct from ${exceptTo}`,
    isGivenOut(next, later),
  );
  return notExists(db.select({ id: next.id }).from(next).innerJoin(later, eq(later.id, next.protocolId)).where(goesOn));
}
