import { type RunningRecording, useRunningRecording } from '#src/data/recording/index.ts';
import { outbox } from '#src/sync/index.ts';

/** What this page records into that protocol now. */
export function useRecordingOf(protocolId: string): RunningRecording | undefined {
  const running = useRunningRecording();
  return running && outbox.currentId(running.session.protocolId) === protocolId ? running : undefined;
}
