import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** State of the server, GET /state: refetched each time it is opened. */
export function serverStateQuery() {
  return queryOptions({
    queryKey: ['state'],
    queryFn: ({ signal }) => api(calls.getState, { signal }),
    staleTime: 0,
  });
}
