import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withData } from '#src/data/protocol/index.ts';
import { type LaidTranscript, layTranscript, transcriptQuery } from '#src/data/transcript/index.ts';
import { useWrites } from '#src/sync/index.ts';

/** What was said, with what is unsent laid over it. */
export function useTranscript(protocolId: string): UseQueryResult<LaidTranscript> {
  const query = useQuery(transcriptQuery(protocolId));
  const rows = useWrites();
  const { data } = query;
  const laid = useMemo(() => data && layTranscript(data, protocolId, rows), [data, protocolId, rows]);
  return withData(query, laid);
}
