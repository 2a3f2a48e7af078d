import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** What was said, GET /protocols/{id}/transcript; read again with the protocol. */
export function transcriptQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'transcript'],
    queryFn: ({ signal }) => api(calls.getTranscript, { params: { id: protocolId }, signal }),
  });
}
