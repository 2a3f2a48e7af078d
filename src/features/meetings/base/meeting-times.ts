import { instant } from '#contract/common.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { type DayRange, formatClock, formatDay, formatMoment, plusDays, readDate } from '#src/format/index.ts';
import { instantOf } from '#src/ui/index.ts';
import { usualHour } from './meetings-address.ts';

/** Start and end of a meeting in local time; `end` is undefined where it is unknown. */
export interface MeetingTimes {
  start: Date;
  end: Date | undefined;
}

/** Step of the calendar and length of one of its rows, in milliseconds. */
export const slotMs = 30 * 60_000;
const longestMs = 31 * 86_400_000;
const weekMs = 7 * 86_400_000;

/** Moves a meeting by days; it keeps its clock times across a change to or from summer time. */
export function movedByDays({ start, end }: MeetingTimes, days: number): MeetingTimes {
  const from = sameHour(start, days);
  const to = end && sameHour(end, days);
  // The clock time does not exist on the new day; the length is kept instead.
  if (to && end && to <= from)
    return { start: from, end: new Date(from.getTime() + (end.getTime() - start.getTime())) };
  return { start: from, end: to };
}

/** Returns the times on the next same weekday: at least a week later, and not in the past. */
export function nextWeek(times: MeetingTimes, now = new Date()): MeetingTimes {
  const weeks = Math.max(1, Math.ceil((now.getTime() - times.start.getTime()) / weekMs));
  const next = movedByDays(times, weeks * 7);
  return next.start > now ? next : movedByDays(times, (weeks + 1) * 7);
}

/** Moves a meeting by slots; its length stays the same. */
export function movedBySlots({ start, end }: MeetingTimes, slots: number): MeetingTimes {
  const later = (date: Date) => new Date(date.getTime() + slots * slotMs);
  return { start: later(start), end: end && later(end) };
}

/** Moves the end by slots; undefined where the length would be invalid. */
export function lengthened({ start, end }: MeetingTimes, slots: number): MeetingTimes | undefined {
  const to = new Date((end ?? start).getTime() + slots * slotMs);
  const lasts = to.getTime() - start.getTime();
  return lasts > 0 && lasts <= longestMs ? { start, end: to } : undefined;
}

/** Returns the times as fields of a meeting. */
export function timeFields({ start, end }: MeetingTimes): { start_at: string; end_at?: string } {
  return { start_at: instantOf(start), ...(end ? { end_at: instantOf(end) } : {}) };
}

function sameHour(date: Date, days: number): Date {
  const day = plusDays(date, days);
  day.setHours(date.getHours(), date.getMinutes(), date.getSeconds());
  return day;
}

/** The hour at which a meeting over several days ends. */
const usualEnd = 18;

/** Returns the usual start of a meeting on this day. */
export function morningOf(day: Date): Date {
  return atHour(day, usualHour);
}

/**
 * Returns the end of a selection in the calendar; undefined for a single slot or day, which is a click. Days are
 * selected up to the midnight after the last.
 */
export function drawnEnd(start: Date, end: Date, allDay: boolean): Date | undefined {
  if (!allDay) return end.getTime() - start.getTime() > slotMs ? end : undefined;
  const last = plusDays(end, -1);
  return last > start ? atHour(last, usualEnd) : undefined;
}

function atHour(day: Date, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour);
}

/** Keeps the length of a meeting when its start changes. Invalid years, as while typing digit by digit, are ignored. */
export class MovedEnd {
  #start: string | null;

  constructor(start: string | null) {
    this.#start = start;
  }

  /** Returns the end for the new start; undefined where it does not change. */
  follow(start: string | null, end: string | null): string | undefined {
    if (!start || !instant.safeParse(start).success) return undefined;
    const lasts = Date.parse(end ?? '') - Date.parse(this.#start ?? '');
    this.#start = start;
    return lasts > 0 ? instantOf(new Date(Date.parse(start) + lasts)) : undefined;
  }
}

/** Working hours, in which new meetings are proposed. */
const workDay = { from: 8, to: 19 };

/**
 * Returns the proposed start of a new meeting: the morning of `date`, or undefined, meaning `soon()`, where today is
 * among the shown days.
 */
export function newStart({ first, last }: DayRange, date: Date, now = new Date()): Date | undefined {
  if (now >= first && now < plusDays(last, 1)) return undefined;
  return morningOf(date);
}

/** Returns the next full hour; outside working hours, the morning of the next working day. */
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

type Times = Pick<Meeting, 'start_at' | 'end_at'>;

/**
 * Returns the time of a meeting for use inside a sentence: «3 декабря, 10:30–11:30», or, where it ends on another day,
 * «3 декабря, 23:00 – 4 декабря, 1:00». If the meeting is on `day`, only the hours are given: «10:30–11:30».
 */
export function timeWords(
  { start_at, end_at }: Times,
  { day, now = new Date() }: { day?: Date | undefined; now?: Date } = {},
): string {
  const start = readDate(start_at);
  const end = readDate(end_at);
  if (!start) return '';
  const isOneDay = !end || end <= start || end.toDateString() === start.toDateString();
  if (!isOneDay) return `${formatMoment(start_at, now)} – ${formatMoment(end_at, now)}`;
  const clocks = [formatClock(start_at), end && end > start ? formatClock(end_at) : ''].filter(Boolean).join('–');
  const date = day?.toDateString() === start.toDateString() && clocks ? '' : formatDay(start, now);
  return [date, clocks].filter(Boolean).join(', ');
}
