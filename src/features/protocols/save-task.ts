import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { day, requiredText } from '#contract/common.ts';
import type { Task } from '#contract/task.ts';
import { api } from '#src/lib/api.ts';
import { readDate, toDayValue, toInstant } from '#src/lib/dates.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { written } from '#src/lib/written.ts';
import type { NameOf } from './people.ts';
import { chosenPerson } from './protocol-form.ts';

/** A task as it is typed; its deadline is a day, which counts to its end. */
export const taskForm = z.object({
  title: requiredText(10_000),
  assignee: z.array(chosenPerson),
  due: z.nullable(day),
  agenda_id: z.string(),
});
export type TaskForm = z.infer<typeof taskForm>;

export function taskFormOf(task: Task | undefined, nameOf: NameOf): TaskForm {
  const id = task?.assignee_id;
  const due = readDate(task?.due_at);
  return {
    title: task?.title ?? '',
    assignee: id ? [{ id, name: nameOf(id) ?? `Пользователь ${id}` }] : [],
    due: due ? toDayValue(due) : null,
    agenda_id: task?.agenda_id ?? '',
  };
}

/** POST …/tasks or PUT /protocols/tasks/{taskId}; `key` makes a repeat of the same do nothing twice. */
export async function saveTask(protocolId: string, task: Task | undefined, form: TaskForm, key: string): Promise<void> {
  const fields = {
    title: form.title,
    assignee_id: form.assignee[0]?.id ?? null,
    due_at: dueOf(task, form),
    agenda_id: form.agenda_id || null,
  };
  if (task) {
    await written(api(calls.updateTask, { params: { taskId: task.id }, idempotencyKey: key, body: fields }));
    return;
  }
  const ours = await isOurs();
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const body = { title: form.title, ...filled, ...(ours ? { id: key } : {}) };
  await written(api(calls.createTask, { params: { id: protocolId }, idempotencyKey: key, body }));
}

/** A deadline whose day was left alone keeps its hour. */
function dueOf(task: Task | undefined, { due }: TaskForm): string | null {
  if (!due) return null;
  const before = readDate(task?.due_at);
  if (before && task?.due_at?.length !== 10 && toDayValue(before) === due) return before.toISOString();
  return toInstant(due, '23:59') ?? null;
}
