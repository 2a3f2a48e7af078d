import { and, asc, desc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { reportFiles, taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';
import { isGivenOut } from './assignment-conditions.ts';

/** The answer to a report that nobody will answer any more. */
const notYoursAnyMore =
  'Поручение больше не за вами: его передали другому исполнителю или сняли. Подтверждать отчёт не нужно.';

/**
 * Closes the waiting reports of former assignees on these tasks, given by the first of each. If several protocols carry
 * a task, the assignee is that of the last finished one.
 */
export async function closeReportsOfFormerAssignees(db: Db, firstTaskIds: readonly string[], now: Date): Promise<void> {
  if (firstTaskIds.length === 0) return;
  const [holder, whose] = [alias(tasks, 'holder'), alias(protocols, 'whose')];
  const assignee = db
    .select({ id: holder.assigneeId })
    .from(holder)
    .innerJoin(whose, eq(whose.id, holder.protocolId))
    .where(or(eq(holder.id, taskReports.firstTaskId), eq(holder.originTaskId, taskReports.firstTaskId)))
    .orderBy(desc(isGivenOut(holder, whose)), desc(holder.createdAt))
    .limit(1);
  await db
    .update(taskReports)
    .set({ state: 'returned', answer: notYoursAnyMore, decidedAt: now })
    .where(
      and(
        inArray(taskReports.firstTaskId, [...firstTaskIds]),
        eq(taskReports.state, 'waiting'),
        sql`${taskReports.authorId} is distinct from (${assignee})`,
      ),
    );
}

/**
 * Locks the tasks that this protocol carries on, in all protocols that carry them, so that nobody reports on them or
 * decides a report until the transaction ends. Called before the stage is changed: a decision locks the task and its
 * report before the counters of the owner, which a change of the stage locks.
 */
export async function lockCarriedTasks(db: Db, protocolId: string): Promise<void> {
  const first = await firstOfCarried(db, protocolId);
  if (first.length === 0) return;
  const carried = or(inArray(tasks.id, first), inArray(tasks.originTaskId, first));
  await db.select({ id: tasks.id }).from(tasks).where(carried).orderBy(asc(tasks.id)).for('update');
}

/**
 * Closes the reports of former assignees on all tasks that this protocol carries on, once it is finished or signed;
 * `lockCarriedTasks` comes before that.
 */
export async function closeReportsOfCarriedTasks(db: Db, protocolId: string, now: Date): Promise<void> {
  await closeReportsOfFormerAssignees(db, await firstOfCarried(db, protocolId), now);
}

async function firstOfCarried(db: Db, protocolId: string): Promise<string[]> {
  const carried = await db
    .select({ first: tasks.originTaskId })
    .from(tasks)
    .where(and(eq(tasks.protocolId, protocolId), isNotNull(tasks.originTaskId)));
  return carried.flatMap(({ first }) => first ?? []);
}

/**
 * Called before tasks are deleted: reports on tasks that another protocol carries on are moved to that one; the others
 * are deleted with their files and with what was answered about them.
 */
export async function releaseReports(db: Db, taskIds: readonly string[], now: Date): Promise<void> {
  if (taskIds.length === 0) return;
  const ids = [...taskIds];
  const carried = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        or(eq(tasks.id, taskReports.firstTaskId), eq(tasks.originTaskId, taskReports.firstTaskId)),
        notInArray(tasks.id, ids),
      ),
    )
    .limit(1);
  const theirs = inArray(taskReports.taskId, ids);
  await db
    .update(taskReports)
    .set({ taskId: sql`coalesce((${carried}), ${taskReports.taskId})` })
    .where(theirs);
  const deleted = await db.select({ id: taskReports.id }).from(taskReports).where(theirs);
  await forgetReplies(
    db,
    deleted.map(({ id }) => id),
  );
  const files = await db
    .select({ key: reportFiles.storageKey })
    .from(reportFiles)
    .innerJoin(taskReports, eq(taskReports.id, reportFiles.reportId))
    .where(theirs);
  await discardFiles(
    db,
    files.map(({ key }) => key),
    now,
  );
}
