import { plusDays } from '#src/format/index.ts';
import { instantOf } from '#src/ui/index.ts';

/** When a meeting is, on the person's own clock; one whose end is not known has none. */
export interface MeetingTimes {
  start: Date;
  end: Date | undefined;
}

/** The step of the calendar, and the length of one of its rows. */
export const slotMs = 30 * 60_000;
const longestMs = 31 * 86_400_000;

/** The same hours so many days later; a day on which the clock is put forward or back changes none of them. */
export function movedByDays({ start, end }: MeetingTimes, days: number): MeetingTimes {
  const from = sameHour(start, days);
  const to = end && sameHour(end, days);
  // Of an hour that this day does not have only the length is left.
  if (to && end && to <= from)
    return { start: from, end: new Date(from.getTime() + (end.getTime() - start.getTime())) };
  return { start: from, end: to };
}

/** The same length so many slots later. */
export function movedBySlots({ start, end }: MeetingTimes, slots: number): MeetingTimes {
  const later = (date: Date) => new Date(date.getTime() + slots * slotMs);
  return { start: later(start), end: end && later(end) };
}

/** With the end so many slots later; undefined where that is no length of a meeting. */
export function lengthened({ start, end }: MeetingTimes, slots: number): MeetingTimes | undefined {
  const to = new Date((end ?? start).getTime() + slots * slotMs);
  const lasts = to.getTime() - start.getTime();
  return lasts > 0 && lasts <= longestMs ? { start, end: to } : undefined;
}

/** The fields of the meeting that say so. */
export function timeFields({ start, end }: MeetingTimes): { start_at: string; end_at?: string } {
  return { start_at: instantOf(start), ...(end ? { end_at: instantOf(end) } : {}) };
}

function sameHour(date: Date, days: number): Date {
  const day = plusDays(date, days);
  day.setHours(date.getHours(), date.getMinutes(), date.getSeconds());
  return day;
}
