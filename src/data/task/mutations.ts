import { calls } from '#contract/calls.ts';
import { type Task, type TaskCreate, type TaskStatus, taskExtraFields, taskFormFields } from '#contract/tasks/task.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { defineMutation } from '#src/sync/index.ts';

const { task: tasks } = entities;

type FormField = (typeof taskFormFields)[number];

/** Editable fields of a task; null means empty. Rows of an earlier version of the app lack newer fields. */
export type TaskFields = { title: string } & {
  [Field in Exclude<FormField, 'title'>]?: NonNullable<TaskCreate[Field]> | null;
};

/** Returns the editable fields of a task. */
export function fieldsOfTask(task: Task): TaskFields {
  const fields = Object.fromEntries(taskFormFields.map((name) => [name, task[name] ?? null]));
  // All fields are present and have the types of the task.
  return { ...(fields as TaskFields), title: task.title ?? '' };
}

/** Origin of a new task: a decision with its moment in the recording, or a task of an earlier protocol. */
export type TaskSource = Pick<Task, 'decision_id' | 'evidence' | 'origin' | 'origin_task_id'>;

export interface NewTask {
  id: string;
  protocolId: string;
  protocolTitle: string;
  fields: TaskFields;
  source?: TaskSource | undefined;
  /** The assignee, with name. */
  people: NamedPerson[];
}

export interface TaskEdit {
  /** The task that the change is based on, with queued mutations applied. */
  task: Pick<Task, 'id' | 'protocol_id' | 'status' | keyof TaskFields>;
  fields: Partial<TaskFields & { status: TaskStatus; decision_id: string }>;
  /** All known fields of the task, for a provider that may treat the body as the whole task. */
  whole?: TaskEdit['fields'];
  people: NamedPerson[];
}

/** Returns the body of a call that creates a task with a client-generated id. */
export function newTaskBody({ id, fields, source }: NewTask): TaskCreate {
  const filled = Object.entries({ ...source, ...fields }).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), title: fields.title, id };
}

/** POST /protocols/{id}/tasks with a client-generated id. */
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

/** PUT /protocols/tasks/{taskId}: the changed fields. */
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

/** DELETE /protocols/tasks/{taskId}; a 404 counts as success. */
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

/** Returns the changes of a task creation, also if the task is sent together with its agenda item. */
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

/** Queries that show tasks: their lists, their protocol, the counts in the list of protocols, statistics. */
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

/** Returns the title of a task for places that require one. */
export function taskName(title: string | null | undefined): string {
  return title?.trim() || 'без названия';
}
