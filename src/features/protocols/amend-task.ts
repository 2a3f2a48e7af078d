import type { Task } from '#contract/task.ts';
import { amend } from '#src/lib/writes/amend.ts';
import { createTask, updateTask } from '#src/lib/writes/task-writes.ts';
import { variablesOf } from '#src/lib/writes/write-kind.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { type TaskForm, taskFields } from './save-task.ts';

/** The task as a kept write makes it; undefined of a write of another kind. */
export function taskOf(row: OutboxRow): Task | undefined {
  const made = variablesOf(createTask, row);
  if (made) return { ...made.fields, id: made.id, status: 'new' };
  const edit = variablesOf(updateTask, row);
  return edit && { ...edit.task, ...edit.fields };
}

/** Keeps the write with what was typed, to be sent again. Resolves true: it waits on this device. */
export async function amendTask(row: OutboxRow, form: TaskForm): Promise<true> {
  const fields = taskFields(taskOf(row), form);
  const made = variablesOf(createTask, row);
  const edit = variablesOf(updateTask, row);
  if (made) await amend(createTask, row, { ...made, fields, people: form.assignee });
  if (edit) await amend(updateTask, row, { ...edit, fields: { ...edit.fields, ...fields }, people: form.assignee });
  return true;
}
