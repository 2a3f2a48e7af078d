import { outbox } from '#src/lib/outbox.ts';
import { type RunningRecording, useRunningRecording } from '#src/lib/running-recording.ts';

/** What this page records into that protocol now. */
export function useRecordingOf(protocolId: string): RunningRecording | undefined {
  const running = useRunningRecording();
  return running && outbox.currentId(running.session.protocolId) === protocolId ? running : undefined;
}
