import { deadlineDay } from '#contract/task-order.ts';
import { counted, formatDay, readDate, readDayValue, toDayValue } from '#src/format/index.ts';

/** The day of a deadline, YYYY-MM-DD: as it was written, else on the person's own calendar; '' where there is none. */
export function dayOfDeadline(due: string | null | undefined): string {
  const date = readDate(due);
  if (!date) return '';
  return deadlineDay(due) ?? toDayValue(date);
}

/** «20 ноября»; '' where there is no deadline. */
export function formatDeadline(due: string | null | undefined, now = new Date()): string {
  return formatDay(dayOfDeadline(due), now);
}

/** How many days ago the deadline was; 0 on the very day, and where there is none. */
export function daysOverdue(due: string | null | undefined, now = new Date()): number {
  const day = readDayValue(dayOfDeadline(due));
  const today = readDayValue(toDayValue(now));
  if (!day || !today) return 0;
  // Rounded, since a day of the clock's change has 23 or 25 hours.
  return Math.round((today.getTime() - day.getTime()) / (24 * 60 * 60 * 1000));
}

/** «Просрочено на 3 дня»; «Срок истёк сегодня» on the very day. The caller knows that it is over. */
export function overdueWords(due: string | null | undefined, now = new Date()): string {
  if (!readDayValue(dayOfDeadline(due))) return 'Просрочено';
  const days = daysOverdue(due, now);
  return days > 0 ? `Просрочено на ${counted(days, 'день', 'дня', 'дней')}` : 'Срок истёк сегодня';
}

/** The end of a day here, with the offset of that day here: so the day stays the same wherever it is read. */
export function endOfDayHere(day: string): string {
  const offset = -new Date(`${day}T23:59:00`).getTimezoneOffset();
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const distance = Math.abs(offset);
  return `${day}T23:59:00${offset < 0 ? '-' : '+'}${part(distance / 60)}:${part(distance % 60)}`;
}
