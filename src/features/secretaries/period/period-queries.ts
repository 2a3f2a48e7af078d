import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { type DayRange, startOfDay, toDayValue } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';

/** Returns the days of a period for the query key, and as instants that carry the person's time zone. */
function asked({ first, last }: DayRange) {
  const [start, end] = [toDayValue(first), toDayValue(last)];
  return { days: { start, end }, query: { start_date_at: startOfDay(start), end_date_at: startOfDay(end) } };
}

/** A manager's figures of a period, GET /stats/manager/period; for servers with the capability `statistics`. */
export function periodStatisticsQuery(range: DayRange) {
  const { days, query } = asked(range);
  return queryOptions({
    queryKey: ['manager-statistics', 'period', days],
    queryFn: ({ signal }) => api(calls.periodStatistics, { query, signal }),
  });
}

/**
 * One secretary's meetings by day, GET /stats/secretary/{id}/meetings; for servers with the capability `statistics`.
 */
export function secretaryMeetingsQuery(id: string, range: DayRange) {
  const { days, query } = asked(range);
  return queryOptions({
    queryKey: ['statistics', 'meetings-of', id, days],
    queryFn: ({ signal }) => api(calls.secretaryMeetings, { params: { id }, query, signal }),
  });
}

/** The manager's totals with a row for each secretary, GET /stats/manager/all. */
export function managerStatisticsQuery() {
  return queryOptions({
    queryKey: ['manager-statistics'],
    queryFn: ({ signal }) => api(calls.managerStatistics, { signal }),
  });
}
