import * as z from 'zod/mini';
import { day, instant, maybe, paging, requiredText, search, text, wrongDate } from './common.ts';
import { evidence } from './evidence.ts';
import { id } from './id.ts';

export const taskStatuses = ['new', 'in_progress', 'done', 'cancelled'] as const;
export const taskStatus = z.enum(taskStatuses);
export type TaskStatus = z.infer<typeof taskStatus>;

export const taskStatusWords: Record<TaskStatus, string> = {
  new: 'Новое',
  in_progress: 'В работе',
  done: 'Выполнено',
  cancelled: 'Отменено',
};

/**
 * A task («поручение») of a protocol. A status unknown to this version is shown as it came; a list over all protocols
 * says which protocol it is of.
 */
export const task = z.looseObject({
  id,
  status: z.string(),
  title: maybe(z.string()),
  protocol_id: maybe(id),
  agenda_id: maybe(id),
  assignee_id: maybe(id),
  due_at: maybe(z.string()),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
  origin: maybe(z.string()),
  protocol_title: maybe(z.string()),
  protocol_number: maybe(z.union([z.string(), z.number()])),
  assignee_name: maybe(z.string()),
});
export type Task = z.infer<typeof task>;

export const taskListQuery = z.object({ ...paging.shape, search });

/** POST /protocols/{id}/tasks: a deadline that is a day means its end. */
export const taskCreate = z.looseObject({
  id: z.optional(id),
  title: requiredText(10_000),
  status: z.optional(taskStatus),
  agenda_id: maybe(id),
  assignee_id: maybe(id),
  due_at: maybe(z.union([instant, day], wrongDate)),
  evidence: maybe(evidence),
  origin: maybe(text(300)),
});

/** PUT /protocols/tasks/{taskId}: the specification names `status`; the rest is ours. */
export const taskUpdate = z.looseObject({ ...z.partial(taskCreate).shape });

/** A task that is still open after its deadline; a deadline that is a day ends with it, where the app is. */
export function isOverdue(row: Pick<Task, 'status' | 'due_at'>, now: Date): boolean {
  const open = row.status !== 'done' && row.status !== 'cancelled';
  if (!open || typeof row.due_at !== 'string') return false;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(row.due_at);
  return new Date(isDay ? `${row.due_at}T23:59:59.999` : row.due_at).getTime() < now.getTime();
}
