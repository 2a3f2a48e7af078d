import type { Protocol } from '#contract/protocols/protocol.ts';

/** Whether there may be a transcript: a recording exists or is expected. */
export function mayHaveTranscript({ stage, video }: Protocol): boolean {
  if (stage === 'no_video') return Boolean(video);
  // A protocol may be completed without a recording; a provider may not mention the recording at all (`video`
  // undefined).
  return video !== null || (stage !== 'finish' && stage !== 'final');
}
