import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** How the server does, GET /state: asked anew each time it is looked at. */
export function serverStateQuery() {
  return queryOptions({
    queryKey: ['state'],
    queryFn: ({ signal }) => api(calls.getState, { signal }),
    staleTime: 0,
  });
}
