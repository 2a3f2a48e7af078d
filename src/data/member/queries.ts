import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** The members of a protocol, GET /protocols/{id}/members; read again with the protocol. */
export function membersQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'members'],
    queryFn: ({ signal }) => api(calls.listMembers, { params: { id: protocolId }, signal }),
  });
}
