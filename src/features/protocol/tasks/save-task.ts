import * as z from 'zod/mini';
import { day, requiredText } from '#contract/common.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { type Task, type TaskStatus, taskPriority, taskStatuses } from '#contract/tasks/task.ts';
import { unreadName } from '#src/data/person/index.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import {
  createTask,
  dayOfDeadline,
  endOfDayHere,
  fieldsOfTask,
  type TaskEdit,
  type TaskFields,
  type TaskSource,
  updateTask,
} from '#src/data/task/index.ts';
import { readDate } from '#src/format/index.ts';
import { mutate, type OpenForm, type Optimistic } from '#src/sync/index.ts';
import type { FormKey } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { chosenPerson } from '../editing/protocol-form.ts';

/** Values of the task form; the deadline is a day and lasts until its end. */
export const taskForm = z.object({
  title: requiredText(10_000),
  assignee: z.array(chosenPerson),
  due: z.nullable(day),
  priority: taskPriority,
  agenda_id: z.string(),
});
export type TaskForm = z.infer<typeof taskForm>;

export function taskFormOf(task: Task | undefined, nameOf: NameOf): TaskForm {
  const id = task?.assignee_id;
  return {
    title: task?.title ?? '',
    assignee: id ? [{ id, name: nameOf(id) ?? unreadName(id) }] : [],
    due: dayOfDeadline(task?.due_at) || null,
    priority: task?.priority ?? 'normal',
    agenda_id: task?.agenda_id ?? '',
  };
}

interface SaveTask {
  protocol: Protocol;
  /** The task as the form showed it; undefined for a new one. */
  task: Optimistic<Task> | undefined;
  shown: TaskForm;
  form: TaskForm;
  newId: string;
  /** Origin of a new task. */
  source?: TaskSource | undefined;
}

/** Returns the fields of a task from the values of its form. */
export function taskFields(task: Task | undefined, form: TaskForm): TaskFields {
  return {
    title: form.title,
    assignee_id: form.assignee[0]?.id ?? null,
    due_at: dueOf(task, form),
    priority: form.priority === 'normal' ? null : form.priority,
    agenda_id: form.agenda_id || null,
  };
}

/**
 * Returns the fields that the person changed since the form showed the task; all others stay as the server has them.
 */
export function changedTask(task: Task | undefined, shown: TaskForm, form: TaskForm): Partial<TaskFields> {
  const before: Record<string, unknown> = { ...taskFields(task, { ...shown, title: shown.title.trim() }) };
  return Object.fromEntries(Object.entries(taskFields(task, form)).filter(([name, value]) => value !== before[name]));
}

/** Adds or changes a task; resolves whether it waits on this device. Throws ApiError while the form is open. */
export async function saveTask(
  { protocol, task, shown, form, newId, source }: SaveTask,
  open: OpenForm,
): Promise<boolean> {
  const people = form.assignee;
  if (task) {
    const fields = changedTask(task, shown, form);
    if (Object.keys(fields).length === 0) return false;
    const base = taskBase({ ...task, protocol_id: task.protocol_id ?? protocol.id });
    const edit = { task: base, fields, whole: wholeTask(task, shown), people };
    return (await mutate(updateTask, edit, { form: open })).kept;
  }
  const fields = taskFields(task, form);
  const made = { id: newId, protocolId: protocol.id, protocolTitle: protocolTitle(protocol), fields, source, people };
  return (await mutate(createTask, made, { form: open })).kept;
}

/** Changes the status alone; resolves whether it waits on this device. */
export async function saveStatus(task: Optimistic<Task>, status: TaskStatus, form: OpenForm): Promise<boolean> {
  return (await mutate(updateTask, { task: taskBase(task), fields: { status }, people: [] }, { form })).kept;
}

/** Makes an existing duplicate the task of its decision; resolves with whether it waits on this device. */
export async function joinWithDecision(task: Optimistic<Task>, decisionId: string, form: OpenForm): Promise<boolean> {
  const fields = { decision_id: decisionId };
  return (await mutate(updateTask, { task: taskBase(task), fields, people: [] }, { form })).kept;
}

/** Returns the state of a task that a mutation stores. */
export function taskBase(task: Task): TaskEdit['task'] {
  const { id, protocol_id, status } = task;
  return { id, protocol_id, status, ...fieldsOfTask(task) };
}

/**
 * Returns the whole task with its status: the specification names only `status` for this call, so a provider may
 * require it in every change. `priority` is this app's own field and is left out.
 */
function wholeTask(task: Task, shown: TaskForm): TaskEdit['fields'] {
  const status = taskStatuses.find((each) => each === task.status);
  const { priority: _ours, ...fields } = taskFields(task, shown);
  return { ...fields, ...(status ? { status } : {}) };
}

/** Returns the deadline; where its day was not changed, its time is kept. */
function dueOf(task: Task | undefined, { due }: TaskForm): string | null {
  if (!due) return null;
  const before = task?.due_at;
  return before && readDate(before) && before.length !== 10 && dayOfDeadline(before) === due
    ? before
    : endOfDayHere(due);
}

/** Returns the key under which the typed values of a task are kept. */
export function taskKey(task: Task | undefined): FormKey {
  return task ? `task ${task.id}` : 'task';
}
