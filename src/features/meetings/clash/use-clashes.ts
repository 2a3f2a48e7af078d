import { useQuery, useQueryClient } from '@tanstack/react-query';
import { applyToMeetings, listedMeetings, meetingListQuery } from '#src/data/meeting/index.ts';
import { askedDays, readDate } from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { clashesOf, type MeetingClash, type PlannedMeeting } from './meeting-clashes.ts';

/** Longer than any meeting may be. */
const mostDays = 32;

/**
 * What clashes with a meeting that is planned: by what the server says of its days, and without a line by all that this
 * device has read, with what is unsent.
 */
export function useClashes(planned: PlannedMeeting): MeetingClash[] {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  const [first, last] = [readDate(planned.start_at), readDate(planned.end_at)];
  const isSound = first && last && last > first && last.getTime() - first.getTime() < mostDays * 86_400_000;
  const days = askedDays(isSound ? { first, last } : { first: new Date(0), last: new Date(0) });
  // Its answer is one of the lists that are looked through.
  useQuery({ ...meetingListQuery(...days), enabled: Boolean(isSound) });
  if (!isSound) return [];
  return clashesOf(planned, applyToMeetings(listedMeetings(client), rows));
}
