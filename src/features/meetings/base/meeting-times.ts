import { instant } from '#contract/common.ts';
import type { Meeting } from '#contract/meeting.ts';
import { type DayRange, formatClock, formatDay, formatMoment, plusDays, readDate } from '#src/format/index.ts';
import { instantOf } from '#src/ui/index.ts';
import { usualHour } from './meetings-address.ts';

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

function atHour(day: Date, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour);
}

/** A length that moves with its start. A start that is typed digit by digit passes years that nobody means: they move nothing. */
export class MovedEnd {
  #start: string | null;

  constructor(start: string | null) {
    this.#start = start;
  }

  /** The end that keeps its distance to the new start; undefined where it stays as it is. */
  follow(start: string | null, end: string | null): string | undefined {
    if (!start || !instant.safeParse(start).success) return undefined;
    const lasts = Date.parse(end ?? '') - Date.parse(this.#start ?? '');
    this.#start = start;
    return lasts > 0 ? instantOf(new Date(Date.parse(start) + lasts)) : undefined;
  }
}

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

type Times = Pick<Meeting, 'start_at' | 'end_at'>;

/**
 * When a meeting is, inside a sentence: «3 декабря, 10:30–11:30», on another day at its end «3 декабря, 23:00 – 4 декабря,
 * 1:00». What is on the day that is spoken of anyway is its hours alone: «10:30–11:30».
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
