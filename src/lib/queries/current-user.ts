import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '../api.ts';

/** The own profile, GET /me. */
export function currentUserQuery() {
  return queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api(calls.me, { signal }) });
}
