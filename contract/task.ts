import * as z from 'zod/mini';
import { day, instant, int, maybe, paging, requiredText, search, string, text, wrongDate } from './common.ts';
import { evidence } from './evidence.ts';
import { foundText } from './found-text.ts';
import { id } from './id.ts';
import { dateRange } from './meeting.ts';
import { statusFilters } from './task-order.ts';

export const taskStatuses = ['new', 'in_progress', 'done', 'cancelled'] as const;
export const taskStatus = z.enum(taskStatuses);
export type TaskStatus = z.infer<typeof taskStatus>;

export const taskStatusWords: Record<TaskStatus, string> = {
  new: 'Новое',
  in_progress: 'В работе',
  done: 'Выполнено',
  cancelled: 'Отменено',
};

export const taskPriorities = ['high', 'normal', 'low'] as const;
export const taskPriority = z.enum(taskPriorities);
export type TaskPriority = z.infer<typeof taskPriority>;

export const taskPriorityWords: Record<TaskPriority, string> = {
  high: 'Высокий',
  normal: 'Обычный',
  low: 'Низкий',
};

/**
 * A task («поручение») of a protocol. A status unknown to this version is shown as it came; a list over all protocols
 * says which protocol it is of.
 * `agenda_position` is the number of its question there, from 1; `origin_task_id` the task of an earlier protocol that
 * it goes on with, `origin` how that is told: «протокол № 12, п. 2». Without a `priority` it is a normal one.
 */
export const task = z.looseObject({
  id,
  status: z.string(),
  title: maybe(string),
  protocol_id: maybe(id),
  agenda_id: maybe(id),
  decision_id: maybe(id),
  assignee_id: maybe(id),
  due_at: maybe(string),
  priority: maybe(z.catch(z.nullable(taskPriority), null)),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
  origin: maybe(string),
  origin_task_id: maybe(id),
  created_at: maybe(string),
  protocol_title: maybe(string),
  protocol_number: maybe(z.union([z.string(), z.number()])),
  assignee_name: maybe(string),
  /** Of a list for a manager: whose protocol it is of, and which body's. */
  owner_name: maybe(string),
  body_id: maybe(id),
  body_name: maybe(string),
  protocol_held_at: maybe(string),
  agenda_position: maybe(int),
  /** How often its assignee has reported on it: of a protocol as its own screen shows it. */
  reports_total: maybe(int),
  /** Of a search: where its words stand. */
  found: maybe(z.catch(z.nullable(foundText), null)),
});
export type Task = z.infer<typeof task>;

/** In place of an id: of nobody, of no body. */
export const nobody = 'none';

/**
 * What a list of tasks is narrowed to: those of one person, where the server can `search`. Where it knows `reading`: by
 * each status; of one secretary; of a body; those whose deadline lies in the days of a `dateRange`, cancelled ones aside;
 * those that there were at the end of a `date`, overdue as of then. `nobody` may stand for a person and for a body.
 */
export const taskFilterQuery = z.object({
  search,
  status: z.optional(z.enum(statusFilters)),
  assignee_id: z.optional(id),
  secretary_id: z.optional(id),
  body_id: z.optional(id),
  ...dateRange.shape,
  date: z.optional(day),
});
export const taskListQuery = z.object({ ...paging.shape, ...taskFilterQuery.shape });

const taskGroup = z.looseObject({ id: maybe(id), name: maybe(string), total: int });
/** GET /protocols/tasks/groups: of so many tasks who is to do them and which bodies they are of, the most first. */
export const taskGroups = z.looseObject({ people: z.array(taskGroup), bodies: z.array(taskGroup) });
export type TaskGroup = z.infer<typeof taskGroup>;

/** POST /protocols/{id}/tasks: a deadline that is a day means its end. */
export const taskCreate = z.looseObject({
  id: z.optional(id),
  title: requiredText(10_000),
  status: z.optional(taskStatus),
  agenda_id: maybe(id),
  decision_id: maybe(id),
  assignee_id: maybe(id),
  due_at: maybe(z.union([instant, day], wrongDate)),
  priority: maybe(taskPriority),
  evidence: maybe(evidence),
  origin: maybe(text(300)),
  origin_task_id: maybe(id),
});

export type TaskCreate = z.infer<typeof taskCreate>;

/** What a person edits of a task in its form; its status has a control of its own. */
export const taskFormFields = ['title', 'assignee_id', 'due_at', 'priority', 'agenda_id'] as const;

/** Fields of a new task that the specification does not name: another server does not get them. */
export const taskExtraFields = ['id', 'decision_id', 'origin_task_id', 'priority'] as const;

/** PUT /protocols/tasks/{taskId}: the specification names `status`; the rest is ours. */
export const taskUpdate = z.looseObject({ ...z.partial(taskCreate).shape });
