import type { Protocol } from '#contract/protocol.ts';

/** Whether there may be a summary: it is made of a recording, towards the end of its processing. */
export function mayHaveSummary({ stage, processing, video }: Protocol): boolean {
  if (stage === 'no_video' || stage === 'video_uploaded') return false;
  if (stage === 'video_process')
    return processing?.some((each) => each.step === 'summary' && each.state === 'done') ?? false;
  // A protocol may be completed without any recording; a provider may not tell of the recording at all.
  return stage === 'success_video_process' || video !== null;
}
