import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Meeting, MeetingChoice } from '#contract/meetings/meeting.ts';
import { startOfDay } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';
import { type ListedDays, newestMeetings } from './newest.ts';

/** The meetings of whole days, GET /meetings; days as YYYY-MM-DD, both inclusive. */
export function meetingListQuery(start: string, end: string) {
  const query: ListedDays = { start_date_at: start, end_date_at: end };
  return queryOptions({
    queryKey: ['meetings', query],
    queryFn: ({ signal }) => api(calls.listMeetings, { query, signal }),
  });
}

interface HeldMeetings {
  page?: number | undefined;
  secretary?: string | undefined;
  /** Monday is 1. */
  weekday?: number | undefined;
  only?: MeetingChoice | undefined;
  /** Days, YYYY-MM-DD, both included. */
  since?: string | undefined;
  until?: string | undefined;
}

/** A page of 15 meetings as figures count them, GET /meetings/held: a secretary's own, or those of a manager's secretaries. */
export function heldMeetingsQuery({ page = 1, secretary, since, until, ...more }: HeldMeetings) {
  const asked = {
    ...more,
    secretary_id: secretary,
    // Sent as instants, so that days are counted in the person's own time zone.
    start_date_at: since && startOfDay(since),
    end_date_at: until && startOfDay(until),
  };
  const named = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = { limit: defaultPaging.limit, page, ...(Object.fromEntries(named) as typeof asked) };
  return queryOptions({
    queryKey: ['held-meetings', query],
    queryFn: ({ signal }) => api(calls.listHeldMeetings, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every meeting that any list has that was read, as the newest tells of it; the API does not give a meeting apart. */
export function listedMeetings(client: QueryClient): Meeting[] {
  const lists = client.getQueryCache().findAll({ queryKey: ['meetings'] });
  return newestMeetings(
    lists.flatMap(({ queryKey, state: { data, dataUpdatedAt } }) =>
      Array.isArray(data)
        ? [{ meetings: data as Meeting[], days: queryKey[1] as ListedDays | undefined, readAt: dataUpdatedAt }]
        : [],
    ),
  );
}

/** Returns a cached meeting without queued mutations, which `knownMeeting` applies. */
export function cachedMeeting(client: QueryClient, id: string): Meeting | undefined {
  return listedMeetings(client).find((meeting) => meeting.id === id);
}

/** Refetch intervals in milliseconds: a mail is sent within seconds, an answer may come at any time. */
const [soonMs, laterMs] = [2_000, 20_000];

/** Invited people and their answers, GET /meetings/{id}/invitations; refetched while it is shown. */
export function invitationsQuery(id: string) {
  return queryOptions({
    queryKey: ['meeting-invitations', id],
    queryFn: ({ signal }) => api(calls.listMeetingInvitations, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data?.sent_at) return false;
      // A mail server may be unreachable for hours.
      return dataUpdateCount < 15 && data.people.some(({ state }) => state === 'waiting') ? soonMs : laterMs;
    },
  });
}
