import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ReportState, TaskReport } from '#contract/tasks/report.ts';
import type { Task, TaskStatus } from '#contract/tasks/task.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import { users } from '#server/schema/people.ts';
import { reportFiles, taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';

export type ReportRow = typeof taskReports.$inferSelect;
type FileRow = typeof reportFiles.$inferSelect;
export type SignFile = Pick<SignedLinks, 'sign'>;

/** A report with its files, the author's name, the status of its task, and the task's owner. */
export type ShownReport = ReportRow & {
  authorName: string;
  status: TaskStatus;
  assigneeId: string | null;
  files: FileRow[];
};

/** Returns reports with everything shown of them, newest first. */
export async function reportsWhere(db: Db, where: SQL | undefined): Promise<ShownReport[]> {
  const rows = await db
    .select({
      report: taskReports,
      name: users.name,
      email: users.email,
      status: tasks.status,
      assigneeId: tasks.assigneeId,
    })
    .from(taskReports)
    .innerJoin(tasks, eq(tasks.id, taskReports.taskId))
    .innerJoin(users, eq(users.id, taskReports.authorId))
    .where(where)
    .orderBy(desc(taskReports.createdAt), desc(taskReports.id));
  const files = await filesOf(
    db,
    rows.map(({ report }) => report.id),
  );
  return rows.map(({ report, name, email, ...task }) => {
    return { ...report, ...task, authorName: name || email, files: files.get(report.id) ?? [] };
  });
}

/** Returns the reports on these tasks, given by the first of each: of one author, or of all. */
export async function reportsOn(db: Db, firstTaskIds: readonly string[], authorId?: string): Promise<ShownReport[]> {
  if (firstTaskIds.length === 0) return [];
  const on = inArray(taskReports.firstTaskId, [...firstTaskIds]);
  return reportsWhere(db, and(on, authorId === undefined ? undefined : eq(taskReports.authorId, authorId)));
}

/** Adds to each task the number of its reports, if there are any. */
export async function withReportTotals(db: Db, given: readonly Task[]): Promise<Task[]> {
  const first = ({ id, origin_task_id }: Task) => origin_task_id ?? id;
  if (given.length === 0) return [];
  const counts = await db
    .select({ id: taskReports.firstTaskId, total: count() })
    .from(taskReports)
    .where(sql`${taskReports.firstTaskId} = any(${sql.param(given.map(first))}::text[])`)
    .groupBy(taskReports.firstTaskId);
  const totals = new Map(counts.map(({ id, total }) => [id, total]));
  return given.map((task) => {
    const reports_total = totals.get(first(task));
    return reports_total === undefined ? task : { ...task, reports_total };
  });
}

async function filesOf(db: Db, reportIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  if (reportIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(reportFiles)
    .where(inArray(reportFiles.reportId, [...reportIds]))
    .orderBy(asc(reportFiles.id));
  return Map.groupBy(rows, ({ reportId }) => reportId);
}

export function reportFilePath(reportId: string, fileId: string): string {
  return `/api/task-reports/${encodeURIComponent(reportId)}/files/${encodeURIComponent(fileId)}`;
}

/** Returns a report in the form of the API. */
export function reportView(row: ShownReport, links: SignFile): TaskReport {
  return {
    id: row.id,
    task_id: row.taskId,
    state: stateOf(row),
    text: row.text,
    author_id: row.authorId,
    author_name: row.authorName,
    answer: row.answer,
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    files: row.files.map(({ id, name, size, storageKey }) => {
      return { id, name, size, url: links.sign(reportFilePath(row.id, id), storageKey) };
    }),
  };
}

/**
 * Completing the task elsewhere confirms the waiting report of its assignee; the report waits again if the status is
 * reverted.
 */
function stateOf({ state, status, authorId, assigneeId }: ShownReport): ReportState {
  return state === 'waiting' && status === 'done' && authorId === assigneeId ? 'confirmed' : state;
}
