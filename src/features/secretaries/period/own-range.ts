import { day } from '#contract/common.ts';

/** Maximum number of days that the server counts at once. */
export const mostDays = 400;

/** Whether a date field holds a complete day. */
export function isWholeDay(value: string | null): value is string {
  return value !== null && day.safeParse(value).success;
}

/** Returns why a range cannot be requested; undefined where it can. */
export function rangeProblem(start: string, end: string): string | undefined {
  const days = (Date.parse(end) - Date.parse(start)) / (24 * 60 * 60 * 1000) + 1;
  if (days < 1) return 'Конец периода раньше начала';
  return days > mostDays ? `Период не может быть длиннее ${mostDays} дней` : undefined;
}
