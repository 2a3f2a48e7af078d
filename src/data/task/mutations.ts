import { calls } from '#contract/calls.ts';
import type { Task, TaskCreate, TaskStatus } from '#contract/task.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { defineMutation } from '#src/sync/index.ts';
import { patchTask, refetchTasks } from './queries.ts';

export interface TaskFields {
  title: string;
  assignee_id: string | null;
  due_at: string | null;
  agenda_id: string | null;
}

/** Where a new task comes from: a decision with its place in the recording, or a task of an earlier protocol. */
export type TaskSource = Pick<Task, 'decision_id' | 'evidence' | 'origin' | 'origin_task_id'>;

export interface NewTask {
  id: string;
  protocolId: string;
  protocolTitle: string;
  fields: TaskFields;
  source?: TaskSource | undefined;
  /** Who is to do it. */
  people: NamedPerson[];
}

export interface TaskEdit {
  /** As it was when it was changed, with what was unsent then. */
  task: Pick<Task, 'id' | 'protocol_id' | 'status' | keyof TaskFields>;
  fields: Partial<TaskFields & { status: TaskStatus }>;
  /** All that is known of the task, for a provider that takes a body for the whole. */
  whole?: TaskEdit['fields'];
  people: NamedPerson[];
}

/** A new task as its call takes it, under an id of our own. */
export function newTaskBody({ id, fields, source }: NewTask): TaskCreate {
  const filled = Object.entries({ ...source, ...fields }).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), title: fields.title, id };
}

/** POST /protocols/{id}/tasks under an id of our own. */
export const createTask = defineMutation({
  name: 'task.create',
  call: calls.createTask,
  prepare: (made: NewTask) => ({
    scope: `protocol:${made.protocolId}`,
    subject: made.id,
    creates: made.id,
    title: `Новое поручение «${made.fields.title}»`,
    params: { id: made.protocolId },
    body: newTaskBody(made),
    extras: ['id', 'decision_id', 'origin_task_id'],
  }),
  onSettled: (client, { protocolId }) => refetchTasks(client, protocolId),
});

/** PUT /protocols/tasks/{taskId}: what was changed of it. */
export const updateTask = defineMutation({
  name: 'task.update',
  call: calls.updateTask,
  prepare: ({ task, fields, whole }: TaskEdit) => ({
    scope: scopeOf(task),
    subject: task.id,
    title: `${'status' in fields ? 'Статус поручения' : 'Поручение'} «${taskName(fields.title ?? task.title)}»`,
    params: { taskId: task.id },
    body: { ...fields },
    ...(whole ? { whole } : {}),
  }),
  onSettled(client, { task, fields }) {
    patchTask(client, task.id, fields);
    return refetchTasks(client, task.protocol_id);
  },
});

/** DELETE /protocols/tasks/{taskId}; one that is gone already is what was wanted. */
export const deleteTask = defineMutation({
  name: 'task.delete',
  call: calls.deleteTask,
  prepare: ({ task }: Pick<TaskEdit, 'task'>) => ({
    scope: scopeOf(task),
    subject: task.id,
    title: `Удалить поручение «${taskName(task.title)}»`,
    params: { taskId: task.id },
    successStatuses: [404],
  }),
  onSettled(client, { task }) {
    patchTask(client, task.id, 'removed');
    return refetchTasks(client, task.protocol_id);
  },
});

export const taskMutations = [createTask, updateTask, deleteTask] as const;

function scopeOf({ id, protocol_id }: TaskEdit['task']): string {
  return protocol_id ? `protocol:${protocol_id}` : `task:${id}`;
}

/** What a task is called where it has to have a name. */
export function taskName(title: string | null | undefined): string {
  return title?.trim() || 'без названия';
}
