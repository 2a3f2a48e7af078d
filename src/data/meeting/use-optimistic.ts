import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { type Optimistic, outbox, useQueuedMutations } from '#src/sync/index.ts';
import { applyToMeetings } from './optimistic.ts';
import { listedMeetings, meetingListQuery } from './queries.ts';

/** A meeting as this device knows it, with what is unsent. */
export function knownMeeting(client: QueryClient, id: string): Optimistic<Meeting> | undefined {
  return applyToMeetings(listedMeetings(client), outbox.list()).find((meeting) => meeting.id === id);
}

/**
 * The meetings of whole days, YYYY-MM-DD, both included, with queued mutations applied. `unread` are those unsent ones
 * that fall into days of which nothing was ever read and nothing can be now: with no line they are all that there is.
 */
export function useMeetings(start: string, end: string) {
  const rows = useQueuedMutations();
  const days = useMemo(() => ({ start_date_at: start, end_date_at: end }), [start, end]);
  const select = useCallback((meetings: Meeting[]) => applyToMeetings(meetings, rows, days), [rows, days]);
  const query = useQuery({ ...meetingListQuery(start, end), select });
  const isOutOfReach = query.data === undefined && (query.fetchStatus === 'paused' || query.isError);
  const alone = useMemo(() => (isOutOfReach ? applyToMeetings([], rows, days) : []), [isOutOfReach, rows, days]);
  return { query, unread: alone.length > 0 ? alone : undefined };
}
