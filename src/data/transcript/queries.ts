import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

/** The transcript, GET /protocols/{id}/transcript; refetched with the protocol. */
export function transcriptQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'transcript'],
    queryFn: ({ signal }) => api(calls.getTranscript, { params: { id: protocolId }, signal }),
  });
}

/** The transcript, if the server supports transcripts; otherwise without data. */
export function useTranscriptIfAny(protocolId: string) {
  const { transcripts = false } = useOffers();
  return useQuery({ ...transcriptQuery(protocolId), enabled: transcripts });
}
