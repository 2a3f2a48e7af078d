import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Task } from '#contract/tasks/task.ts';
import { countedRows, type Db, offsetOf, type Paging, pageMetaBy, type pageMetaOf } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';
import { firstTask } from '../shared/assignment-conditions.ts';
import { reportsOn, reportsWhere, type ShownReport } from '../shared/report-rows.ts';
import { taskView } from '../shared/task-rows.ts';

type Waiting = { report: ShownReport; task: Task };

/** Returns a page of the reports that wait for this secretary, oldest first; only those on open tasks. */
export async function listWaiting(
  db: Db,
  ownerId: string,
  query: Paging & { protocolId?: string | undefined },
): Promise<{ rows: Waiting[]; meta: ReturnType<typeof pageMetaOf> }> {
  const waiting = and(
    eq(tasks.ownerId, ownerId),
    eq(taskReports.state, 'waiting'),
    inArray(tasks.status, ['new', 'in_progress']),
    query.protocolId === undefined ? undefined : eq(tasks.protocolId, query.protocolId),
  );
  const names = { title: protocols.title, number: protocols.number, assignee: users.name };
  const found = await db
    .select({ id: taskReports.id, task: tasks, ...names, all: sql<number>`count(*) over ()::int` })
    .from(taskReports)
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(waiting)
    .orderBy(asc(taskReports.createdAt), asc(taskReports.id))
    .limit(query.limit)
    .offset(offsetOf(query));
  const ids = found.map(({ id }) => id);
  const reports = ids.length > 0 ? await reportsWhere(db, inArray(taskReports.id, ids)) : [];
  const reportOf = new Map(reports.map((report) => [report.id, report]));
  const rows = found.flatMap(({ id, task, title, number, assignee }) => {
    const report = reportOf.get(id);
    const shown = { ...taskView(task), protocol_title: title, protocol_number: number, assignee_name: assignee };
    return report ? [{ report, task: shown }] : [];
  });
  const count = () =>
    db.select({ all: countedRows }).from(taskReports).innerJoin(tasks, eq(tasks.id, taskReports.taskId)).where(waiting);
  return { rows, meta: await pageMetaBy(query, found, count) };
}

/**
 * Returns all reports on a task of this secretary, in whatever protocol, newest first; throws a 404 for a task of
 * another.
 */
export async function reportsOnTask(
  db: Db,
  { ownerId, taskId }: { ownerId: string; taskId: string },
): Promise<ShownReport[]> {
  const [found] = await db
    .select({ first: firstTask })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.ownerId, ownerId)));
  if (!found) throw notFound('Поручение не найдено');
  return reportsOn(db, [found.first]);
}
