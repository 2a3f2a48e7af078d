import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { reportFiles, taskReports } from '#server/schema/reports.ts';
import { tasks } from '#server/schema/work.ts';

/**
 * Called before tasks are deleted: reports on tasks that another protocol carries on are moved to that one; the others
 * are deleted with their files.
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
