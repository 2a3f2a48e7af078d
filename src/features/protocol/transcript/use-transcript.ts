import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withData } from '#src/data/protocol/index.ts';
import { applyToTranscript, type OptimisticTranscript, transcriptQuery } from '#src/data/transcript/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';

/** What was said, with queued mutations applied. */
export function useTranscript(protocolId: string): UseQueryResult<OptimisticTranscript> {
  const query = useQuery(transcriptQuery(protocolId));
  const rows = useQueuedMutations();
  const { data } = query;
  const optimistic = useMemo(() => data && applyToTranscript(data, protocolId, rows), [data, protocolId, rows]);
  return withData(query, optimistic);
}
