import type { Task } from '#contract/tasks/task.ts';
import { createTask, updateTask } from '#src/data/task/index.ts';
import { type OutboxRow, resolveMutation, variablesOf } from '#src/sync/index.ts';
import { changedTask, type TaskForm, taskFields } from './save-task.ts';

/** Returns the task that a queued mutation creates or edits; undefined for any other mutation. */
export function taskOf(row: OutboxRow): Task | undefined {
  const made = variablesOf(createTask, row);
  if (made) return { ...made.fields, id: made.id, status: 'new' };
  const edit = variablesOf(updateTask, row);
  return edit && { ...edit.task, ...edit.fields };
}

/** Puts the mutation back into the queue with the typed values. Resolves true: it waits on this device. */
export async function resolveTask(row: OutboxRow, shown: TaskForm, form: TaskForm): Promise<true> {
  const task = taskOf(row);
  const made = variablesOf(createTask, row);
  const edit = variablesOf(updateTask, row);
  const people = form.assignee;
  if (made) await resolveMutation(createTask, row, { ...made, fields: taskFields(task, form), people });
  if (edit) {
    const fields = { ...edit.fields, ...changedTask(task, shown, form) };
    await resolveMutation(updateTask, row, { ...edit, fields, people });
  }
  return true;
}
