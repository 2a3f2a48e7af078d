import type { Protocol } from '#contract/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { useProtocolUpload, useRunningRecording } from '#src/data/recording/index.ts';

/** The stages in which the server works with a video, or has given up. */
export function isProcessing(stage: Stage): boolean {
  return stage === 'video_uploaded' || stage === 'video_process' || stage === 'error_video_process';
}

/** Whether a recording may be sent to a protocol, and whether a file may be chosen for it now. */
export function useMayPick({ id, stage }: Pick<Protocol, 'id' | 'stage'>): { maySend: boolean; mayPick: boolean } {
  const upload = useProtocolUpload(id);
  const isRecording = useRunningRecording() !== undefined;
  const isComplete = stage === 'finish' || stage === 'final';
  const maySend = !upload && canMove(stage, 'video_uploaded') && !isComplete;
  return { maySend, mayPick: maySend && !isProcessing(stage) && !isRecording };
}
