import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** The members of a protocol, GET /protocols/{id}/members; read again with the protocol. */
export function membersQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'members'],
    queryFn: ({ signal }) => api(calls.listMembers, { params: { id: protocolId }, signal }),
  });
}

/** Reads again what shows the members of a protocol: the protocol with all that belongs to it, and the lists of protocols. */
export async function refetchMembers(client: QueryClient, protocolId: string): Promise<void> {
  const shown = [['protocol', protocolId], ['protocols']];
  await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
}
