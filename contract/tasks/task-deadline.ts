/** The fields of a task that tell whether it is overdue. */
interface Due {
  status: string;
  due_at?: string | null | undefined;
  carried_on?: boolean | null | undefined;
}

/** Whether a task is still open after its deadline, and no later protocol carries it on. */
export function isOverdue({ status, due_at, carried_on }: Due, now: Date): boolean {
  if (carried_on) return false;
  const end = deadlineEnd(due_at);
  return status !== 'done' && status !== 'cancelled' && end !== undefined && end < now.getTime() / 1000;
}

/**
 * Returns the last second of a deadline, since 1970. A deadline without a time ends with its day, in the local zone.
 */
export function deadlineEnd(due: string | null | undefined): number | undefined {
  if (typeof due !== 'string') return undefined;
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(due) ? `${due}T23:59:59` : due).getTime();
  return Number.isNaN(time) ? undefined : time / 1000;
}

/**
 * Returns the calendar day of a deadline at the place where it was written, YYYY-MM-DD, the same for readers in any
 * zone. Undefined for an instant in UTC, which names no place.
 */
export function deadlineDay(due: string | null | undefined): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})($|T.*[+-]\d{2}:?\d{2}$)/.exec(due ?? '')?.[1];
}
