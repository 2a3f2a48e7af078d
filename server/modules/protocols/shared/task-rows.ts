import { asc, eq } from 'drizzle-orm';
import type { Task } from '#contract/task.ts';
import type { Db } from '#server/platform/db/index.ts';
import { tasks } from '#server/schema/work.ts';

export type TaskRow = Omit<typeof tasks.$inferSelect, 'search' | 'searchKey' | 'listRank'>;

/** A task as the API shows it. */
export function taskView(row: TaskRow): Task {
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    protocol_id: row.protocolId,
    agenda_id: row.agendaId,
    decision_id: row.decisionId,
    assignee_id: row.assigneeId,
    due_at: row.dueAt,
    evidence: row.evidence,
    origin: row.origin,
    origin_task_id: row.originTaskId,
    created_at: row.createdAt.toISOString(),
  };
}

/** The protocol's tasks in the order they were given. */
export async function tasksOf(db: Db, protocolId: string): Promise<Task[]> {
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.protocolId, protocolId))
    .orderBy(asc(tasks.createdAt), asc(tasks.id));
  return rows.map(taskView);
}
