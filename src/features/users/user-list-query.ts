import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { api } from '#src/sync/index.ts';
import type { UsersPlace } from './users-address.ts';

/** A page of users, GET /users. */
export function userListQuery({ page, search, withBlocked }: UsersPlace) {
  const query = {
    limit: defaultPaging.limit,
    page,
    ...(search ? { search } : {}),
    ...(withBlocked ? { with_blocked: 1 } : {}),
  };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api(calls.listUsers, { query, signal }),
  });
}
