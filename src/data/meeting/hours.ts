import type { Meeting } from '#contract/meetings/meeting.ts';
import { plusDays, readDate } from '#src/format/index.ts';

type Times = Pick<Meeting, 'start_at' | 'end_at'>;

/** Start and end of a meeting in epoch milliseconds. */
export interface MeetingHours {
  start: number;
  /** One hour after the start if no end is set. */
  end: number;
  isEndSet: boolean;
}

const hour = 60 * 60 * 1000;

/** Returns start and end; undefined if only the day is known. A meeting without an end is assumed to last an hour. */
export function hoursOf({ start_at, end_at }: Times): MeetingHours | undefined {
  const start = start_at && start_at.length > 10 ? readDate(start_at)?.getTime() : undefined;
  if (start === undefined) return undefined;
  const end = readDate(end_at)?.getTime();
  return { start, end: end ?? start + hour, isEndSet: end !== undefined };
}

/**
 * Whether a meeting is over; if only its day is known, after that day.
 * @param now epoch milliseconds
 */
export function isOver(meeting: Times, now: number): boolean {
  const hours = hoursOf(meeting);
  if (hours) return hours.end <= now;
  const last = readDate(meeting.end_at) ?? readDate(meeting.start_at);
  return last !== undefined && plusDays(last, 1).getTime() <= now;
}
