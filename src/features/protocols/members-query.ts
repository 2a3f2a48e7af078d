import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/lib/api.ts';

/** The members of a protocol, GET /protocols/{id}/members. */
export function membersQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['members', protocolId],
    queryFn: ({ signal }) => api(calls.listMembers, { params: { id: protocolId }, signal }),
  });
}
