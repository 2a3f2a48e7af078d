import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { entities } from '#src/data/entities.ts';
import { formatMoment, toDayValue } from '#src/format/index.ts';
import {
  api,
  applyToList,
  defineCollection,
  type Optimistic,
  type OutboxRow,
  outbox,
  sentField,
  useListOrUnsent,
} from '#src/sync/index.ts';
import type { ListedDays } from './newest.ts';
import { listedMeetings, meetingListQuery } from './queries.ts';
import { meetingDays } from './words.ts';

export const meetingCollection = defineCollection<Meeting, ListedDays>({
  entity: entities.meeting,
  idOf: ({ id }) => id,
  holding: ([name, days]) => (name === 'meetings' ? { filter: days as ListedDays | undefined } : undefined),
  matches(meeting, days, isListed) {
    const dates = meetingDays(meeting);
    // Which list contains meetings without a date is up to the server.
    if (dates.length === 0) return isListed;
    return !days || dates.some((day) => day >= days.start_date_at && day <= days.end_date_at);
  },
  address: () => '/main/meetings',
  async candidates(row, signal) {
    const startAt = sentField(row, 'start_at');
    const day = startAt === undefined ? undefined : toDayValue(new Date(startAt));
    const query = day === undefined ? {} : { start_date_at: day, end_date_at: day };
    const meetings = await api(calls.listMeetings, { query, signal });
    return meetings.map(({ id, title, start_at }) => ({ id, title: title || 'Встреча', note: formatMoment(start_at) }));
  },
});

/**
 * The meetings of whole days, YYYY-MM-DD, both inclusive, with queued mutations applied. `unread` are the unsent
 * meetings on days that were never read and cannot be read now.
 */
export function useMeetings(start: string, end: string) {
  const place = useMemo(() => ({ filter: { start_date_at: start, end_date_at: end } }), [start, end]);
  return useListOrUnsent(meetingCollection, meetingListQuery(start, end), place);
}

/** Returns all cached meetings with queued mutations applied. */
export function knownMeetings(client: QueryClient, rows: readonly OutboxRow[]): Optimistic<Meeting>[] {
  return applyToList(meetingCollection, listedMeetings(client), rows);
}

/** Returns a cached meeting with queued mutations applied. */
export function knownMeeting(client: QueryClient, id: string): Optimistic<Meeting> | undefined {
  return knownMeetings(client, outbox.list()).find((meeting) => meeting.id === id);
}
