import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { bareOffers, currentOffers } from '#src/data/provider/index.ts';
import { startOfDay } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';

/**
 * Number of meetings on each day of the range, GET /stats/secretary/meetings; days as YYYY-MM-DD, both inclusive. Our
 * server counts days in the person's own zone, like the calendar beside it.
 */
export function meetingStatisticsQuery(start: string, end: string) {
  const query = { start_date_at: start, end_date_at: end };
  return queryOptions({
    queryKey: ['statistics', 'meetings', query],
    queryFn: async ({ signal }) => {
      const { zonedDays } = await currentOffers().catch(() => bareOffers);
      const asked = zonedDays ? { start_date_at: startOfDay(start), end_date_at: startOfDay(end) } : query;
      return api(calls.meetingStatistics, { query: asked, signal });
    },
  });
}

/** Numbers of a secretary's entities, GET /stats/secretary/{id}/entities. */
export function entityStatisticsQuery(secretaryId: string) {
  return queryOptions({
    queryKey: ['statistics', 'entities', secretaryId],
    queryFn: ({ signal }) => api(calls.entityStatistics, { params: { id: secretaryId }, signal }),
  });
}

/** A secretary's tasks by status on a day, YYYY-MM-DD, GET /stats/secretary/{secretaryId}/tasks. */
export function taskStatisticsQuery(secretaryId: string, date: string) {
  const query = { date };
  return queryOptions({
    queryKey: ['statistics', 'tasks', secretaryId, query],
    queryFn: ({ signal }) => api(calls.taskStatistics, { params: { secretaryId }, query, signal }),
  });
}
