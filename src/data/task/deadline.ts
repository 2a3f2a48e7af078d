import type { Task } from '#contract/tasks/task.ts';
import { deadlineDay } from '#contract/tasks/task-deadline.ts';
import { counted, formatDay, readDate, readDayValue, toDayValue } from '#src/format/index.ts';

/**
 * Returns the day of a deadline, YYYY-MM-DD: as it was written, else in the person's own zone; '' without a deadline.
 */
export function dayOfDeadline(due: string | null | undefined): string {
  const date = readDate(due);
  if (!date) return '';
  return deadlineDay(due) ?? toDayValue(date);
}

/** Returns «20 ноября»; '' without a deadline. */
export function formatDeadline(due: string | null | undefined, now = new Date()): string {
  return formatDay(dayOfDeadline(due), now);
}

/** Returns «до 20 ноября», and «до 20 ноября, перенесено» where a later protocol carries the task on; '' without a deadline. */
export function deadlineWords({ due_at, carried_on, status }: Task, now = new Date()): string {
  const day = formatDeadline(due_at, now);
  const isMoved = carried_on && status !== 'done' && status !== 'cancelled';
  return day && `до ${day}${isMoved ? ', перенесено' : ''}`;
}

/** Returns how many days ago the deadline was; 0 on the day itself, and without a deadline. */
export function daysOverdue(due: string | null | undefined, now = new Date()): number {
  const day = readDayValue(dayOfDeadline(due));
  const today = readDayValue(toDayValue(now));
  if (!day || !today) return 0;
  // Rounded, since a day on which the clocks change has 23 or 25 hours.
  return Math.round((today.getTime() - day.getTime()) / (24 * 60 * 60 * 1000));
}

/**
 * Returns «Просрочено на 3 дня», or «Срок истёк сегодня» on the day itself. The caller knows that the task is overdue.
 */
export function overdueWords(due: string | null | undefined, now = new Date()): string {
  if (!readDayValue(dayOfDeadline(due))) return 'Просрочено';
  const days = daysOverdue(due, now);
  return days > 0 ? `Просрочено на ${counted(days, 'день', 'дня', 'дней')}` : 'Срок истёк сегодня';
}

/**
 * Returns the end of a day in the local zone, with the offset of that day, so that it is the same day for every reader.
 */
export function endOfDayHere(day: string): string {
  const offset = -new Date(`${day}T23:59:00`).getTimezoneOffset();
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const distance = Math.abs(offset);
  return `${day}T23:59:00${offset < 0 ? '-' : '+'}${part(distance / 60)}:${part(distance % 60)}`;
}
