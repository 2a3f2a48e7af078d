import { type DayRange, plusDays } from '#src/lib/day-range.ts';
import { usualHour } from './meetings-address.ts';

/**
 * When a new meeting is offered to begin: on the days that are looked at, in the morning of `date`; undefined, for soon,
 * where today is one of them.
 */
export function newStart({ first, last }: DayRange, date: Date, now = new Date()): Date | undefined {
  if (now >= first && now < plusDays(last, 1)) return undefined;
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), usualHour);
}
