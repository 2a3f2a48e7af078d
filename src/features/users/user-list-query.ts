import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { api } from '#src/lib/api.ts';

/** A page of users, GET /users. */
export function userListQuery(page: number) {
  const query = { limit: defaultPaging.limit, page };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api(calls.listUsers, { query, signal }),
  });
}
