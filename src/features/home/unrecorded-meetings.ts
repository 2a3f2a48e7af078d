import type { Meeting } from '#contract/meeting.ts';
import { meetingDays, protocolMark, useMeetings } from '#src/data/meeting/index.ts';
import { askedDays, monthOf, plusDays, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';

/** Age in days beyond which meetings without a protocol are not listed. */
const daysBack = 14;

/** The days, YYYY-MM-DD, whose meetings are told of. */
export function unrecordedDays(now = new Date()): { since: string; until: string } {
  return { since: toDayValue(plusDays(now, -daysBack)), until: toDayValue(plusDays(now, -1)) };
}

/**
 * Returns the meetings of the last two weeks that passed without a protocol, the newest first. Today's meetings are
 * left out: they have their own place on the screen.
 */
export function useUnrecordedMeetings(): Optimistic<Meeting>[] {
  const now = new Date();
  const { since, until } = unrecordedDays(now);
  const first = plusDays(now, -daysBack);
  // Whole months, because the current month is read for the calendar anyway.
  const past = useMeetings(...askedDays(monthOf(first)));
  const present = useMeetings(...askedDays(monthOf(now)));
  const read = new Map([...(past.query.data ?? []), ...(present.query.data ?? [])].map((each) => [each.id, each]));
  return [...read.values()]
    .filter((meeting) => {
      const day = lastDay(meeting);
      const isRecent = day >= since && day <= until;
      return isRecent && protocolMark(meeting, now.getTime())?.kind === 'missing';
    })
    .sort((one, other) => (other.start_at ?? '').localeCompare(one.start_at ?? ''));
}

/** Returns the last day of a meeting, YYYY-MM-DD; '' where it is not known. */
export function lastDay(meeting: Meeting): string {
  return meetingDays(meeting).at(-1) ?? '';
}
