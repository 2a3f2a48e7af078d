import type { Meeting } from '#contract/meetings/meeting.ts';
import {
  type DayRange,
  formatMonth,
  formatWeekday,
  monthOf,
  plusDays,
  rangeWords,
  readDate,
  weekOf,
} from '#src/format/index.ts';
import type { MeetingView } from '../base/meetings-address.ts';

/** Returns the days that a view shows around a date; the month calendar is extended to whole weeks. */
export function shownRange(view: MeetingView, date: Date): DayRange {
  if (view === 'day') return { first: date, last: date };
  if (view === 'week') return weekOf(date);
  const { first, last } = monthOf(date);
  return view === 'list' ? { first, last } : { first: weekOf(first).first, last: weekOf(last).last };
}

/** Returns the date one view later or earlier; where the other month is shorter, its last day. */
export function stepDate(view: MeetingView, date: Date, step: 1 | -1): Date {
  if (view === 'day') return plusDays(date, step);
  if (view === 'week') return plusDays(date, 7 * step);
  const lastDay = new Date(date.getFullYear(), date.getMonth() + step + 1, 0).getDate();
  return new Date(date.getFullYear(), date.getMonth() + step, Math.min(date.getDate(), lastDay));
}

/** Returns the title of a range: «Ноябрь 2026», «16–22 ноября», «Суббота, 21 ноября». */
export function rangeTitle(view: MeetingView, date: Date, now = new Date()): string {
  if (view === 'week') return rangeWords(weekOf(date), now);
  return view === 'day' ? dayTitle(date, now) : formatMonth(date);
}

/** Returns «Суббота, 21 ноября», with the year where it is not the current one. */
export function dayTitle(date: Date, now = new Date()): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return isThisYear ? formatWeekday(date) : `${formatWeekday(date)} ${date.getFullYear()} г.`;
}

/** Hour from which a day is usually shown, and number of hours that a laptop shows without scrolling. */
const usual = { from: 8, hours: 10 };

/**
 * Returns the time, as «06:30», from which a week or a day is shown when it opens: the usual hour, or the earliest
 * start before it; later, up to the earliest start, where the latest start would otherwise be out of sight.
 */
export function openingTime(meetings: readonly Meeting[], { first, last }: DayRange): string {
  const end = plusDays(last, 1);
  const starts = meetings
    // An all-day meeting has no hour.
    .filter(({ start_at }) => start_at?.length !== 10)
    .flatMap(({ start_at }) => readDate(start_at) ?? [])
    .filter((start) => start >= first && start < end)
    .map((start) => start.getHours() + start.getMinutes() / 60);
  const earliest = Math.min(...starts, Number.POSITIVE_INFINITY);
  const latest = Math.max(...starts, usual.from);
  const from = earliest < usual.from ? earliest : Math.max(usual.from, Math.min(earliest, latest - usual.hours));
  return `${String(Math.floor(from)).padStart(2, '0')}:${from % 1 < 0.5 ? '00' : '30'}`;
}

/**
 * Days, YYYY-MM-DD, that the keys requested and that are not shown yet. Fast key presses request several in a row;
 * those in between may be shown after the person has moved on.
 */
export class ReachedDays {
  #asked: string[] = [];

  ask(day: string): void {
    this.#asked.push(day);
  }

  /** Reports that a day is shown. Returns whether a later one has been requested. */
  passes(day: string): boolean {
    const place = this.#asked.indexOf(day);
    const isPassed = place >= 0 && place < this.#asked.length - 1;
    this.#asked = isPassed ? this.#asked.slice(place + 1) : [];
    return isPassed;
  }
}
