import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** What the server finds, GET /search; not kept: without a connection the device searches what it has. */
export function searchQuery(search: string) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => api(calls.search, { query: { search }, signal }),
    gcTime: 0,
    retry: false,
  });
}
