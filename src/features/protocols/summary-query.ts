import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';

/** What the meeting came to, GET /protocols/{id}/summary; read again with the protocol. */
export function summaryQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'summary'],
    queryFn: ({ signal }) => api(calls.getSummary, { params: { id: protocolId }, signal }),
  });
}

/** Whether there may be a summary: it is made of a recording, towards the end of its processing. */
export function mayHaveSummary({ stage, processing, video }: Protocol): boolean {
  if (stage === 'no_video' || stage === 'video_uploaded') return false;
  if (stage === 'video_process')
    return processing?.some((each) => each.step === 'summary' && each.state === 'done') ?? false;
  // A protocol may be completed without any recording; a provider may not tell of the recording at all.
  return stage === 'success_video_process' || video !== null;
}
