import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from '#contract/calls.ts';
import type { Me } from '#contract/user.ts';
import { api, useQueuedMutations } from '#src/sync/index.ts';
import { applyToProfile } from './mutations.ts';

/** The own profile, GET /me. */
export function currentUserQuery() {
  return queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api(calls.me, { signal }) });
}

/** The own profile with queued mutations applied. */
export function useCurrentUser() {
  const rows = useQueuedMutations();
  const select = useCallback((me: Me) => applyToProfile(me, rows), [rows]);
  return useQuery({ ...currentUserQuery(), select });
}
