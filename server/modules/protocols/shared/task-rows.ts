import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { type Task, task as taskSchema } from '#contract/tasks/task.ts';
import type { Db } from '#server/platform/db/index.ts';
import { isCarriedOn } from '#server/schema/overdue.ts';
import { tasks } from '#server/schema/work.ts';

export type TaskRow = Omit<typeof tasks.$inferSelect, 'search' | 'searchKey' | 'listRank'>;

/** Columns of a task that are fields of the API; their names in the database and in the API are the same. */
export const taskFields = Object.entries(getTableColumns(tasks))
  .filter(([, { name }]) => name in taskSchema.shape)
  .map(([property, { name }]) => ({ property: property as keyof TaskRow, name }));

/** Returns a task in the form of the API. */
export function taskView(row: TaskRow): Task {
  const { id, status, createdAt } = row;
  const shown = Object.fromEntries(taskFields.map(({ property, name }) => [name, row[property]]));
  return { ...shown, id, status, created_at: createdAt.toISOString() };
}

/** Marks the tasks that a later protocol carries on. */
export async function withCarriedOn(db: Db, protocolId: string, given: readonly Task[]): Promise<Task[]> {
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.protocolId, protocolId), isCarriedOn()));
  const carried = new Set(rows.map(({ id }) => id));
  return given.map((task) => (carried.has(String(task.id)) ? { ...task, carried_on: true } : task));
}

/** Returns the protocol's tasks in the order in which they were created. */
export async function tasksOf(db: Db, protocolId: string): Promise<Task[]> {
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.protocolId, protocolId))
    .orderBy(asc(tasks.createdAt), asc(tasks.id));
  return rows.map(taskView);
}
