/** What the list of all tasks may be narrowed to; `open` holds the overdue ones too. */
export const taskFilters = ['open', 'overdue', 'done'] as const;
export type TaskFilter = (typeof taskFilters)[number];

/** The same and each status, where the server knows `reading`. */
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

/** What of a task says where it stands. */
interface Placed {
  status: string;
  due_at?: string | null | undefined;
}

/*
 * The list of all tasks is sorted by one number, so that an index holds its order: open tasks by their deadline (seconds
 * since 1970, which puts the overdue first), those without one, then what is done and what is cancelled, the latest
 * deadline first. What lies long before 1900 or after 2199 counts as the edge of it: no part reaches into the next.
 */
const edges = { first: -25e8, last: 9e9 };
const withoutDeadline = 1e10;
/** The rank that no open task goes beyond. */
export const lastOpenRank = withoutDeadline;
const parts = {
  done: { from: 3e10, withoutDeadline: 4e10 },
  cancelled: { from: 6e10, withoutDeadline: 7e10 },
};

/** Where a task stands in the list of all tasks; of equals the newest is first. The database says the same. */
export function taskRank({ status, due_at }: Placed): number {
  const seconds = deadlineOf(due_at);
  if (status !== 'done' && status !== 'cancelled') return seconds ?? withoutDeadline;
  const part = parts[status];
  return seconds === undefined ? part.withoutDeadline : part.from - seconds;
}

/** The ranks that a filter lets through. */
export function ranksOf(filter: TaskFilter, now: Date): { above?: number; below?: number; most?: number } {
  if (filter === 'overdue') return { below: now.getTime() / 1000 };
  if (filter === 'open') return { most: lastOpenRank };
  return { above: lastOpenRank, most: parts.done.withoutDeadline };
}

/**
 * The ranks of tasks whose deadline lies in a span, its end not included. Of done ones the greatest belongs to it, and
 * the least does not.
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

/** A task that is still open after its deadline. */
export function isOverdue(row: Placed, now: Date): boolean {
  return isIn('overdue', row, now);
}

/**
 * The calendar day that a deadline names where it was written, YYYY-MM-DD: the same for whoever reads it, in whatever
 * zone. Undefined of what names no place on earth: an instant in UTC.
 */
export function deadlineDay(due: string | null | undefined): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})($|T.*[+-]\d{2}:?\d{2}$)/.exec(due ?? '')?.[1];
}

/** The last second of a deadline, since 1970. A deadline that is a day ends with it, where the app is. */
function deadlineOf(due: string | null | undefined): number | undefined {
  if (typeof due !== 'string') return undefined;
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(due) ? `${due}T23:59:59` : due).getTime();
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time / 1000, edges.first), edges.last);
}
