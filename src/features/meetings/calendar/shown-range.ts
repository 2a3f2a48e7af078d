import { type DayRange, formatMonth, formatWeekday, monthOf, plusDays, rangeWords, weekOf } from '#src/format/index.ts';
import type { MeetingView } from '../base/meetings-address.ts';

/** The days that a view shows around a date; a month is filled up to whole weeks. */
export function shownRange(view: MeetingView, date: Date): DayRange {
  if (view === 'day') return { first: date, last: date };
  if (view === 'week') return weekOf(date);
  const { first, last } = monthOf(date);
  return view === 'list' ? { first, last } : { first: weekOf(first).first, last: weekOf(last).last };
}

/** The date that lies one view further or back; a month keeps to its last day where the next one is shorter. */
export function stepDate(view: MeetingView, date: Date, step: 1 | -1): Date {
  if (view === 'day') return plusDays(date, step);
  if (view === 'week') return plusDays(date, 7 * step);
  const lastDay = new Date(date.getFullYear(), date.getMonth() + step + 1, 0).getDate();
  return new Date(date.getFullYear(), date.getMonth() + step, Math.min(date.getDate(), lastDay));
}

/** «Ноябрь 2026», «16–22 ноября», «Суббота, 21 ноября». */
export function rangeTitle(view: MeetingView, date: Date, now = new Date()): string {
  if (view === 'week') return rangeWords(weekOf(date), now);
  return view === 'day' ? dayTitle(date, now) : formatMonth(date);
}

/** «Суббота, 21 ноября», with the year where it is not this one. */
export function dayTitle(date: Date, now = new Date()): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return isThisYear ? formatWeekday(date) : `${formatWeekday(date)} ${date.getFullYear()} г.`;
}
