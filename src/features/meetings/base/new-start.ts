import { type DayRange, plusDays } from '#src/format/index.ts';
import { atHour, morningOf } from './drawn-times.ts';

/** People meet from one hour to the other. */
const workDay = { from: 8, to: 19 };

/**
 * When a new meeting is offered to begin: on the days that are looked at, in the morning of `date`; undefined, for soon,
 * where today is one of them.
 */
export function newStart({ first, last }: DayRange, date: Date, now = new Date()): Date | undefined {
  if (now >= first && now < plusDays(last, 1)) return undefined;
  return morningOf(date);
}

/** Soon: at the next full hour; out of hours in the morning of the next working day. */
export function soon(now = new Date()): Date {
  const hour = now.getHours();
  if (hour >= workDay.from && hour < workDay.to) return atHour(now, hour + 1);
  let day = hour < workDay.from ? now : plusDays(now, 1);
  while (isWeekend(day)) day = plusDays(day, 1);
  return morningOf(day);
}

function isWeekend(day: Date): boolean {
  return day.getDay() % 6 === 0;
}
