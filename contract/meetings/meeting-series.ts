import * as z from 'zod/mini';
import { int, maybe, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** What happens to a meeting on a day off: it stays, moves to the next or previous working day, or is left out. */
export const holidayChoices = ['keep', 'next', 'previous', 'skip'] as const;
export type HolidayChoice = (typeof holidayChoices)[number];

/**
 * A series as embedded in its meetings. `rule` is an RRULE of RFC 5545 that `readRule` understands, counted from the
 * day `first`; times are local to `time_zone`.
 */
export const meetingSeries = z.looseObject({
  id,
  rule: string,
  first: string,
  time: string,
  minutes: int,
  time_zone: string,
  holidays: z.catch(z.enum(holidayChoices), 'keep'),
  /** Start of the last of its meetings to which somebody is invited; null if nobody is invited to any. */
  invited_until: maybe(string),
  /** Number of the open meetings in series that were split from this one: they are neither changed nor deleted with it. */
  elsewhere: maybe(int),
});
export type MeetingSeries = z.infer<typeof meetingSeries>;

/** Returns the id of a meeting of a series, which devices can compute before the server creates it. */
export function meetingIdOn(prefix: string, occurrence: string): string {
  return `${prefix}-${occurrence.replaceAll('-', '')}`;
}

/** Returns the prefix of an id that `meetingIdOn` may have made; undefined for any other. */
export function seriesPrefixOf(meetingId: string): string | undefined {
  return /^(.+)-\d{8}$/.exec(meetingId)?.[1];
}
