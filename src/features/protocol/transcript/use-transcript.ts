import type { UseQueryResult } from '@tanstack/react-query';
import { type OptimisticTranscript, transcriptCollection, transcriptQuery } from '#src/data/transcript/index.ts';
import { useOptimisticEntity } from '#src/sync/index.ts';

/** What was said, with queued mutations applied. */
export function useTranscript(protocolId: string): UseQueryResult<OptimisticTranscript> {
  // Its mutations mark segments, not the whole.
  return useOptimisticEntity(
    transcriptCollection,
    transcriptQuery(protocolId),
    protocolId,
  ) as UseQueryResult<OptimisticTranscript>;
}
