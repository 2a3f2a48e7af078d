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
  const seconds = deadlineOf(due_at);
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
  const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY, most = below } = ranksOf(filter, now);
  const rank = taskRank(row);
  return rank > above && rank < below && rank <= most;
}

/** Whether a task is still open after its deadline. */
export function isOverdue(row: Placed, now: Date): boolean {
  return isIn('overdue', row, now);
}

/**
 * Returns the calendar day of a deadline at the place where it was written, YYYY-MM-DD, the same for readers in any
 * zone. Undefined for an instant in UTC, which names no place.
 */
export function deadlineDay(due: string | null | undefined): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})($|T.*[+-]\d{2}:?\d{2}$)/.exec(due ?? '')?.[1];
}

/**
 * Returns the last second of a deadline, since 1970. A deadline without a time ends with its day, in the local zone.
 */
function deadlineOf(due: string | null | undefined): number | undefined {
  if (typeof due !== 'string') return undefined;
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(due) ? `${due}T23:59:59` : due).getTime();
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time / 1000, edges.first), edges.last);
}
