import type { Meeting, MeetingChoice } from '#contract/meetings/meeting.ts';
import { shortened } from '#contract/text/shortened.ts';
import {
  counted,
  formatClock,
  formatFullMoment,
  formatMoment,
  isolated,
  plusDays,
  readDate,
  toDayValue,
} from '#src/format/index.ts';

const maxDays = 400;

export function meetingTitle({ title }: Pick<Meeting, 'title'>): string {
  return title?.trim() || 'Встреча без названия';
}

/** Words for the filter of a list of meetings. */
export const meetingChoiceWords: Record<MeetingChoice, string> = {
  coming: 'Ещё не начались',
  unrecorded: 'Без протокола',
};

/** Returns «ещё 5 встреч — в другой серии»: those in series split from one that was changed or deleted. */
export function elsewhereWords(count: number): string {
  return `ещё ${counted(count, 'встреча', 'встречи', 'встреч')}\u00A0— в другой серии`;
}

/** The name inside a sentence: a very long one is cut, and letters of another direction keep to themselves. */
export function quotedTitle(meeting: Pick<Meeting, 'title'>): string {
  return `«${isolated(shortened(meetingTitle(meeting)))}»`;
}

/** Returns «21 ноября 2026 г., 10:00–11:00», both full dates if it goes past midnight, «Без даты» without a date. */
export function meetingTime({ start_at, end_at }: Pick<Meeting, 'start_at' | 'end_at'>): string {
  const start = readDate(start_at);
  const end = readDate(end_at);
  if (!start) return 'Без даты';
  if (!end || end <= start) return formatFullMoment(start_at);
  if (start.toDateString() === end.toDateString())
    return [formatFullMoment(start_at), formatClock(end_at)].filter(Boolean).join('–');
  return `${formatFullMoment(start_at)} – ${formatFullMoment(end_at)}`;
}

/**
 * Returns the times beside the day of the start: «10:00–11:00»; with another day of the end «10:00 – 3 декабря, 18:00».
 */
export function meetingHours({ start_at, end_at }: Pick<Meeting, 'start_at' | 'end_at'>, now?: Date): string {
  const [start, end] = [readDate(start_at), readDate(end_at)];
  if (!start || !end || end <= start) return formatClock(start_at);
  if (start.toDateString() === end.toDateString()) return `${formatClock(start_at)}–${formatClock(end_at)}`;
  return `${formatClock(start_at)} – ${formatMoment(end_at, now)}`;
}

/** Returns the days of a meeting, YYYY-MM-DD; none without a date. An end at midnight does not include the next day. */
export function meetingDays({ start_at, end_at }: Pick<Meeting, 'start_at' | 'end_at'>): string[] {
  const start = readDate(start_at);
  if (!start) return [];
  const end = readDate(end_at) ?? start;
  const days = [toDayValue(start)];
  for (let day = plusDays(start, 1); day < end && days.length < maxDays; day = plusDays(day, 1))
    days.push(toDayValue(day));
  return days;
}

/** Returns an address that is safe to open; undefined for other text and for addresses that would run a script. */
export function openableLink(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? '';
  if (/^https?:\/\/\S+$/i.test(text)) return text;
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/\S*)?$/u.test(text) ? `https://${text}` : undefined;
}
