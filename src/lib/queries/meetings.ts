import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
import { api } from '../api.ts';

/** The meetings of whole days, GET /meetings; days as YYYY-MM-DD, both included. */
export function meetingListQuery(start: string, end: string) {
  const query = { start_date_at: start, end_date_at: end };
  return queryOptions({
    queryKey: ['meetings', query],
    queryFn: ({ signal }) => api(calls.listMeetings, { query, signal }),
  });
}

/** A meeting as any list that was read has it; the API does not give one apart. */
export function cachedMeeting(client: QueryClient, id: string): Meeting | undefined {
  return listed(client).find((meeting) => meeting.id === id);
}

/** Lays a changed meeting into every list that shows it, or takes it out of them all. */
export function patchMeeting(client: QueryClient, id: string, patch: Partial<Meeting> | 'removed'): void {
  client.setQueriesData<unknown>({ queryKey: ['meetings'] }, (list: unknown) => {
    if (!Array.isArray(list)) return list;
    const meetings: Meeting[] = list;
    if (patch === 'removed') return meetings.filter((meeting) => meeting.id !== id);
    return meetings.map((meeting) => (meeting.id === id ? { ...meeting, ...patch } : meeting));
  });
}

/** Reads again what shows meetings: their lists, the figures, the protocols that were made of them. */
export async function refetchMeetings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['meetings'] }),
    client.invalidateQueries({ queryKey: ['statistics'] }),
    client.invalidateQueries({ queryKey: ['protocol'] }),
  ]);
}

function listed(client: QueryClient): Meeting[] {
  const cached = client.getQueriesData<Meeting[]>({ queryKey: ['meetings'] });
  return cached.flatMap(([, list]) => (Array.isArray(list) ? list : []));
}
