import * as z from 'zod/mini';
import { day, instant, int, maybe, paging, requiredText, search, string, text, wrongDate } from '#contract/common.ts';
import { evidence } from '#contract/evidence.ts';
import { foundText } from '#contract/found-text.ts';
import { id } from '#contract/id.ts';
import { dateRange } from '#contract/meetings/meeting.ts';
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
 * A task («поручение») of a protocol. A status unknown to this version is shown unchanged; a list over all protocols
 * contains the protocol of each task.
 * `agenda_position` is the number of its agenda item, from 1; `origin_task_id` the task of an earlier protocol that it
 * continues, `origin` the reference to it in words: «протокол № 12, п. 2». `priority` is normal by default.
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
  /** In a manager's list: the owner of its protocol, and the body. */
  owner_name: maybe(string),
  body_id: maybe(id),
  body_name: maybe(string),
  protocol_held_at: maybe(string),
  agenda_position: maybe(int),
  /** A task of a later protocol carries it on: it is not overdue, and what is due is that one. */
  carried_on: maybe(z.boolean()),
  /** Number of reports by its assignee; present on the protocol's own screen. */
  reports_total: maybe(int),
  /** In search results: where the words were found. */
  found: maybe(z.catch(z.nullable(foundText), null)),
});
export type Task = z.infer<typeof task>;

/** Value in place of an id: no person, or no body. */
export const nobody = 'none';

/**
 * Filters of a list of tasks. If the server supports `search`: by person. If it supports `reading`: by each status, by
 * secretary, by body, by deadlines within the days of a `dateRange` (except cancelled tasks), and by tasks that existed
 * at the end of a `date`, overdue as of then. `nobody` may stand for a person and for a body.
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
/** GET /protocols/tasks/groups: the assignees and bodies of the filtered tasks with their numbers, largest first. */
export const taskGroups = z.looseObject({ people: z.array(taskGroup), bodies: z.array(taskGroup) });
export type TaskGroup = z.infer<typeof taskGroup>;

/** POST /protocols/{id}/tasks: a deadline without a time means the end of its day. */
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

/** Fields that a person edits in the form of a task; its status has a separate control. */
export const taskFormFields = ['title', 'assignee_id', 'due_at', 'priority', 'agenda_id'] as const;

/** Fields of a new task beyond the specification: they are not sent to other servers. */
export const taskExtraFields = ['id', 'decision_id', 'origin_task_id', 'priority'] as const;

/** PUT /protocols/tasks/{taskId}: the specification names only `status`; the rest is ours. */
export const taskUpdate = z.looseObject({ ...z.partial(taskCreate).shape });
