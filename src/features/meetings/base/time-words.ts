import type { Meeting } from '#contract/meeting.ts';
import { formatClock, formatDay, formatMoment, readDate } from '#src/format/index.ts';

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
