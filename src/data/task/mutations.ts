import { calls } from '#contract/calls.ts';
import { type Task, type TaskCreate, type TaskStatus, taskExtraFields, taskFormFields } from '#contract/task.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { defineMutation } from '#src/sync/index.ts';

const { task: tasks } = entities;

type FormField = (typeof taskFormFields)[number];

/** What a person edits of a task; null is nothing. Rows of an earlier version lack the fields that came later. */
export type TaskFields = { title: string } & {
  [Field in Exclude<FormField, 'title'>]?: NonNullable<TaskCreate[Field]> | null;
};

/** What of a task a person edits, as it stands. */
export function fieldsOfTask(task: Task): TaskFields {
  const fields = Object.fromEntries(taskFormFields.map((name) => [name, task[name] ?? null]));
  // All fields are named, each as the task has it.
  return { ...(fields as TaskFields), title: task.title ?? '' };
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
  fields: Partial<TaskFields & { status: TaskStatus; decision_id: string }>;
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
    scope: protocolScope(made.protocolId),
    subject: made.id,
    creates: made.id,
    title: `Новое поручение «${made.fields.title}»`,
    params: { id: made.protocolId },
    body: newTaskBody(made),
    extras: [...taskExtraFields],
  }),
  changes: (made, reply) => taskCreation({ ...made, id: reply?.id ?? made.id }),
  invalidates: ({ protocolId }) => staleWithTasks(protocolId),
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
  changes({ task, fields, people }) {
    const named = 'assignee_id' in fields ? { assignee_name: people[0]?.name ?? null } : {};
    const steps = { tasks_done: done(fields.status ?? task.status) - done(task.status) };
    return [
      tasks.update(task.id, (each) => ({ ...each, ...fields, ...named })),
      countInProtocol(task.protocol_id, steps),
    ];
  },
  invalidates: ({ task }) => [...staleWithTasks(task.protocol_id), ['task-reports'], ['report-history', task.id]],
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
  changes({ task }) {
    const steps = { tasks_total: -1, tasks_done: -done(task.status) };
    return [tasks.remove(task.id), countInProtocol(task.protocol_id, steps, { isRemoval: true })];
  },
  invalidates: ({ task }) => [...staleWithTasks(task.protocol_id), ['task-reports']],
  removed: ({ task }) => ({ message: 'Поручение удалено', detail: taskName(task.title) }),
});

/** What a new task does, also where it comes to the server together with its question. */
export function taskCreation({ id, protocolId, protocolTitle, fields, source, people }: NewTask) {
  const task: Task = {
    ...source,
    ...fields,
    id,
    status: 'new',
    protocol_id: protocolId,
    protocol_title: protocolTitle,
    assignee_name: people[0]?.name ?? null,
  };
  return [tasks.create(id, () => task, { parent: protocolId }), countInProtocol(protocolId, { tasks_total: 1 })];
}

/** What shows tasks: their lists, their protocol, the counts in the list of protocols, the figures. */
function staleWithTasks(protocolId: string | null | undefined) {
  return [['tasks'], ['protocols'], ['statistics'], ...(protocolId ? [['protocol', protocolId]] : [])];
}

function done(status: string): number {
  return status === 'done' ? 1 : 0;
}

export const taskMutations = [createTask, updateTask, deleteTask] as const;

function scopeOf({ id, protocol_id }: TaskEdit['task']): string {
  return protocol_id ? protocolScope(protocol_id) : `task:${id}`;
}

/** What a task is called where it has to have a name. */
export function taskName(title: string | null | undefined): string {
  return title?.trim() || 'без названия';
}
