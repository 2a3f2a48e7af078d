import * as z from 'zod/mini';
import { int, string } from './common.ts';
import { id } from './id.ts';

/** What becomes of a meeting on a day off: it stays, moves to the next or the previous working day, or is left out. */
export const holidayChoices = ['keep', 'next', 'previous', 'skip'] as const;
export type HolidayChoice = (typeof holidayChoices)[number];

/**
 * A series as its meetings tell of it. `rule` is an RRULE of RFC 5545 that `readRule` knows, counted from the day `first`;
 * times are of the clock of `time_zone`.
 */
export const meetingSeries = z.looseObject({
  id,
  rule: string,
  first: string,
  time: string,
  minutes: int,
  time_zone: string,
  holidays: z.catch(z.enum(holidayChoices), 'keep'),
});
export type MeetingSeries = z.infer<typeof meetingSeries>;

/** The id of a meeting of a series: devices know it before the server does. */
export function meetingIdOn(prefix: string, occurrence: string): string {
  return `${prefix}-${occurrence.replaceAll('-', '')}`;
}
