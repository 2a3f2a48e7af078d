import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { mostHits } from '#contract/search.ts';
import { api } from '#src/sync/index.ts';

/**
 * What the server finds, GET /search; not kept: without a connection the device searches what it has.
 * @param isWhole as many hits of each kind as the server tells, in place of the first ones
 */
export function searchQuery(search: string, isWhole: boolean) {
  const query = { search, ...(isWhole && { limit: mostHits }) };
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api(calls.search, { query, signal }),
    gcTime: 0,
    retry: false,
  });
}
