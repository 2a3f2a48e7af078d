import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { maxHits } from '#contract/search/search.ts';
import { api } from '#src/sync/index.ts';

/**
 * Search results of the server, GET /search; not cached: without a connection the device searches its own data.
 * @param isWhole requests as many hits of each kind as the server returns, not only the first ones
 */
export function searchQuery(search: string, isWhole: boolean) {
  const query = { search, ...(isWhole && { limit: maxHits }) };
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api(calls.search, { query, signal }),
    gcTime: 0,
    retry: false,
  });
}
