import { lazy, Suspense } from 'react';
import type { Video } from '#contract/protocol.ts';
import { useLeftRecordings } from '#src/lib/left-recordings.ts';
import { outbox } from '#src/lib/outbox.ts';
import { useRunningRecording } from '#src/lib/running-recording.ts';

const RecorderPanel = lazy(async () => ({ default: (await import('./recorder-panel.tsx')).RecorderPanel }));
const LeftRecording = lazy(async () => ({ default: (await import('./left-recording.tsx')).LeftRecording }));

interface RecordingsProps {
  protocolId: string;
  maySend: boolean;
  /** The recording that the protocol has already. */
  replaces?: Video | undefined;
}

/** What is being recorded into a protocol, and what was recorded for it and not sent. */
export function Recordings({ protocolId, maySend, replaces }: RecordingsProps) {
  const running = useRunningRecording();
  const left = useLeftRecordings(protocolId);
  const isHere = running && outbox.currentId(running.session.protocolId) === protocolId;
  return (
    <Suspense fallback={null}>
      {isHere ? <RecorderPanel key={running.session.id} running={running} replaces={replaces} /> : null}
      {left.map((recording) => (
        <LeftRecording key={recording.id} recording={recording} maySend={maySend} replaces={replaces} />
      ))}
    </Suspense>
  );
}
