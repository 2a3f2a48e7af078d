import { and, type Column, eq, gt, inArray, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';

/** Of `protocols` in a query: it was signed off at least once. */
export const isSigned = sql<boolean>`exists (
  select 1 from ${finalVersions} where ${finalVersions.protocolId} = ${protocols.id})`;

/**
 * Of a task and its protocol in a query: it is given to whoever is to do it. It is not while the minutes are a draft; once
 * they are finished it is, signed or not, since the work does not wait for a signature. Once they were signed it is from
 * the edition on that has it: the next one, which is being written, is nobody's business yet.
 */
export function isGivenOut(task: Record<'createdAt', Column>, of: Record<'id' | 'stage', Column>): SQL {
  const signed = sql`(select max(${finalVersions.createdAt}) from ${finalVersions} where ${finalVersions.protocolId} = ${of.id})`;
  return sql`coalesce(${task.createdAt} <= ${signed}, ${inArray(of.stage, ['finish', 'final'])})`;
}

/** Of `tasks` and `protocols` in a query: the task is given to this person. What was reported of stays. */
export function isGivenTo(userId: string): SQL | undefined {
  const reported = sql`exists (select 1 from ${taskReports}
    where ${taskReports.taskId} = ${tasks.id} and ${taskReports.authorId} = ${userId})`;
  return and(eq(tasks.assigneeId, userId), or(isGivenOut(tasks, protocols), reported));
}

/**
 * Of `tasks` in a query: this person had it and reported of it, and somebody else has it now. Where they have it in a later
 * protocol again, it is told there.
 */
export function wasHandedOver(db: Db, userId: string): SQL | undefined {
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

/** Of `tasks` in a query: this person has it, or has reported of it; narrows them by indexes. */
export function isOrWasOf(userId: string): SQL {
  return sql`${tasks.id} in (select own.id from ${tasks} own where own.assignee_id = ${userId}
    union select ${taskReports.taskId} from ${taskReports} where ${taskReports.authorId} = ${userId})`;
}

/** The first task of those that carry it from protocol to protocol. */
export const firstTask = sql<string>`coalesce(${tasks.originTaskId}, ${tasks.id})`;

/**
 * Of `tasks` in a query: no later protocol that is finished carries it on, to whomever. With `exceptTo` one that carries it
 * on to that person does not count.
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
