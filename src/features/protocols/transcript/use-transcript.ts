import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transcriptQuery } from '#src/lib/queries/transcripts.ts';
import { type LaidTranscript, layTranscript } from '#src/lib/writes/transcript-writes.ts';
import { withData } from '#src/lib/writes/use-laid-protocols.ts';
import { useWrites } from '#src/lib/writes/use-writes.ts';

/** What was said, with what is unsent laid over it. */
export function useTranscript(protocolId: string): UseQueryResult<LaidTranscript> {
  const query = useQuery(transcriptQuery(protocolId));
  const rows = useWrites();
  const { data } = query;
  const laid = useMemo(() => data && layTranscript(data, protocolId, rows), [data, protocolId, rows]);
  return withData(query, laid);
}
