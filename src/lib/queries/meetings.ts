import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '../api.ts';

/** The meetings of whole days, GET /meetings; days as YYYY-MM-DD, both included. */
export function meetingListQuery(start: string, end: string) {
  const query = { start_date_at: start, end_date_at: end };
  return queryOptions({
    queryKey: ['meetings', query],
    queryFn: ({ signal }) => api(calls.listMeetings, { query, signal }),
  });
}
