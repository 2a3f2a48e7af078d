import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from '#contract/calls.ts';
import type { Me } from '#contract/user.ts';
import { api, useWrites } from '#src/sync/index.ts';
import { layProfile } from './mutations.ts';

/** The own profile, GET /me. */
export function currentUserQuery() {
  return queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api(calls.me, { signal }) });
}

/** The own profile with what is unsent laid over it. */
export function useCurrentUser() {
  const rows = useWrites();
  const select = useCallback((me: Me) => layProfile(me, rows), [rows]);
  return useQuery({ ...currentUserQuery(), select });
}
