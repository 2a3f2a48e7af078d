import { deadlineEnd } from './task-deadline.ts';

/** Filters of the list of all tasks; `open` includes the overdue ones. */
export const taskFilters = ['open', 'overdue', 'done'] as const;
export type TaskFilter = (typeof taskFilters)[number];

/** The same filters and each status, if the server supports `reading`. */
export const statusFilters = [...taskFilters, 'new', 'in_progress', 'cancelled'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const statusFilterWords: Record<StatusFilter, string> = {
  open: 'Открытые',
  overdue: 'Просроченные',
  done: 'Выполненные',
  new: 'Новые',
  in_progress: 'В работе',
  cancelled: 'Отменённые',
};

/** The fields of a task that determine its place in the list. */
interface Placed {
  status: string;
  due_at?: string | null | undefined;
  /** A task of a later protocol carries it on. */
  carried_on?: boolean | null | undefined;
}

/*
 * The list of all tasks is sorted by one number, so that an index can hold its order: open tasks by their deadline
 * (seconds since 1970, which puts the overdue first), those without one, then the done and then the cancelled ones,
 * latest deadline first. A deadline long before 1900 or after 2199 is clamped, so that the ranges do not overlap.
 */
const edges = { first: -25e8, last: 9e9 };
const withoutDeadline = 1e10;
/** Maximum rank of an open task. */
export const lastOpenRank = withoutDeadline;
const parts = {
  done: { from: 3e10, withoutDeadline: 4e10 },
  cancelled: { from: 6e10, withoutDeadline: 7e10 },
};

/**
 * Returns the rank of a task in the list of all tasks; among equal ranks the newest is first. The database computes the
 * same rank.
 */
export function taskRank({ status, due_at }: Placed): number {
  const end = deadlineEnd(due_at);
  const seconds = end === undefined ? undefined : Math.min(Math.max(end, edges.first), edges.last);
  if (status !== 'done' && status !== 'cancelled') return seconds ?? withoutDeadline;
  const part = parts[status];
  return seconds === undefined ? part.withoutDeadline : part.from - seconds;
}

/** Returns the range of ranks of a filter. */
export function ranksOf(filter: TaskFilter, now: Date): { above?: number; below?: number; most?: number } {
  if (filter === 'overdue') return { below: now.getTime() / 1000 };
  if (filter === 'open') return { most: lastOpenRank };
  return { above: lastOpenRank, most: parts.done.withoutDeadline };
}

/**
 * Returns the ranks of tasks whose deadline lies in a span, its end excluded. For done tasks the greatest rank is
 * included and the least excluded.
 */
export function ranksDue(from: Date, to: Date) {
  const [first, end] = [from.getTime() / 1000, to.getTime() / 1000];
  return { open: { from: first, below: end }, done: { above: parts.done.from - end, most: parts.done.from - first } };
}

export function isIn(filter: StatusFilter, row: Placed, now: Date): boolean {
  if (filter === 'new' || filter === 'in_progress' || filter === 'cancelled') return row.status === filter;
  if (filter === 'overdue' && row.carried_on) return false;
  const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY, most = below } = ranksOf(filter, now);
  const rank = taskRank(row);
  return rank > above && rank < below && rank <= most;
}
