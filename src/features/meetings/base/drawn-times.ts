import { plusDays } from '#src/format/index.ts';
import { slotMs } from './meeting-times.ts';
import { usualHour } from './meetings-address.ts';

/** When a meeting over several days ends on the last of them. */
const usualEnd = 18;

/** A chosen day has no hour yet. */
export function morningOf(day: Date): Date {
  return atHour(day, usualHour);
}

/**
 * The end of what was drawn, undefined for the usual length: a single slot or day is a click. Days are drawn up to the
 * midnight after the last.
 */
export function drawnEnd(start: Date, end: Date, allDay: boolean): Date | undefined {
  if (!allDay) return end.getTime() - start.getTime() > slotMs ? end : undefined;
  const last = plusDays(end, -1);
  return last > start ? atHour(last, usualEnd) : undefined;
}

export function atHour(day: Date, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour);
}
