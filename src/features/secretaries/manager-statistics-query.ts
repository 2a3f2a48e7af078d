import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** The manager's totals with a row for each secretary, GET /stats/manager/all. */
export function managerStatisticsQuery() {
  return queryOptions({
    queryKey: ['manager-statistics'],
    queryFn: ({ signal }) => api(calls.managerStatistics, { signal }),
  });
}
