import { calls } from '#contract/calls.ts';
import type { Task } from '#contract/tasks/task.ts';
import { isIn, type StatusFilter, taskRank } from '#contract/tasks/task-order.ts';
import { entities } from '#src/data/entities.ts';
import { addressOfMutation, protocolOf } from '#src/data/protocol-scope.ts';
import { formatMoment, plusDays, readDayValue } from '#src/format/index.ts';
import { api, defineCollection, type Holding, matchesSearch, type Optimistic } from '#src/sync/index.ts';

/** Filter of a page of the tasks over all protocols. */
export interface ShownTasks {
  search?: string | undefined;
  status?: StatusFilter | undefined;
  assignee?: string | undefined;
  /** The day at whose end the tasks existed. */
  on?: string | undefined;
  /** Whether the server sorts by `taskRank` and supports `status`. */
  ranked?: boolean | undefined;
}

export const taskCollection = defineCollection<Task, ShownTasks>({
  entity: entities.task,
  idOf: ({ id }) => id,
  holding([name, of, ...rest]) {
    if (name === 'tasks') return placeOf(of);
    return name === 'protocol' && rest.length === 0 ? { field: 'tasks', parent: String(of) } : undefined;
  },
  matches(task, { search, status, assignee, on, ranked = false } = {}) {
    if (assignee && task.assignee_id !== assignee) return false;
    if (on && !wasThere(task, on)) return false;
    if (status && ranked && !isIn(status, task, momentOf(on))) return false;
    return !search || matchesSearch([task.title, task.protocol_title], search);
  },
  sort: (tasks, { ranked = false } = {}) => (ranked ? inOrder(tasks) : [...tasks]),
  address: addressOfMutation,
  async candidates(row, signal) {
    const id = protocolOf(row) ?? '';
    const { tasks } = await api(calls.getProtocol, { params: { id }, signal });
    const found = tasks ?? (await api(calls.listTasks, { query: { limit: 100, page: 1 }, signal })).rows;
    return found.map(({ id, title, due_at }) => ({ id, title: title ?? id, note: formatMoment(due_at) }));
  },
});

/** Whether a task existed at the end of a day; an unsent task counts as created now. */
function wasThere({ created_at }: Task, on: string): boolean {
  return (created_at ? Date.parse(created_at) : Date.now()) < endOf(on).getTime();
}

/** Returns the moment for `overdue`: the end of the day, but not later than now. */
function momentOf(on: string | undefined): Date {
  const now = new Date();
  return on && endOf(on) < now ? endOf(on) : now;
}

const endOf = (day: string) => plusDays(readDayValue(day) ?? new Date(day), 1);

/** Parent of the list of tasks of earlier protocols, in which no task is created. */
export const earlierTasksPlace = { parent: '' };

/** Returns the place of a list by the second part of a query key of `queries.ts`. */
function placeOf(asked: unknown): Holding<ShownTasks> {
  if (typeof asked !== 'object' || asked === null) return {};
  if ('protocolId' in asked) return { parent: String(asked.protocolId) };
  return 'earlierThan' in asked ? earlierTasksPlace : {};
}

/** Sorts like the server: by rank, then newest first; an unsent task counts as the newest. */
function inOrder(tasks: readonly Optimistic<Task>[]): Optimistic<Task>[] {
  const age = ({ created_at }: Task) => Date.parse(created_at ?? '') || Number.POSITIVE_INFINITY;
  const keyed = tasks.map((task) => ({ task, rank: taskRank(task), made: age(task) }));
  return keyed
    .sort((one, other) => one.rank - other.rank || (one.made === other.made ? 0 : other.made - one.made))
    .map(({ task }) => task);
}
