import type { Protocol } from '#contract/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolUpload, useRunningRecording } from '#src/data/recording/index.ts';

/** Whether the server is processing a video, or its processing has failed. */
export function isProcessing(stage: Stage): boolean {
  return stage === 'video_uploaded' || stage === 'video_process' || stage === 'error_video_process';
}

/**
 * Returns whether a recording may be sent to a protocol, and whether a file may be chosen at this moment. Where the
 * server supports several recordings, the next one does not wait for those before it.
 */
export function useMayPick({ id, stage }: Pick<Protocol, 'id' | 'stage'>): { maySend: boolean; mayPick: boolean } {
  const { recordings: hasParts } = useOffers();
  const upload = useProtocolUpload(id);
  const isRecording = useRunningRecording() !== undefined;
  const isComplete = stage === 'finish' || stage === 'final';
  const maySend = (hasParts || !upload) && canMove(stage, 'video_uploaded') && !isComplete;
  return { maySend, mayPick: maySend && (hasParts || !isProcessing(stage)) && !isRecording };
}
