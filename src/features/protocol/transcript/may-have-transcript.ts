import type { Protocol } from '#contract/protocol.ts';

/** Whether there may be a transcript: there is a recording, or it is on its way. */
export function mayHaveTranscript({ stage, video }: Protocol): boolean {
  if (stage === 'no_video') return Boolean(video);
  // A protocol may be completed without any recording; a provider may not tell of the recording at all.
  return video !== null || (stage !== 'finish' && stage !== 'final');
}
