import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
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

/** Returns every meeting of the cached lists in its newest form; the API has no call for a single meeting. */
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
