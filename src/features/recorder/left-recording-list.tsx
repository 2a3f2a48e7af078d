import { lazy, Suspense } from 'react';
import type { Video } from '#contract/protocol.ts';
import { useLeftRecordings } from '#src/sync/index.ts';

const LeftRecording = lazy(async () => ({ default: (await import('./left-recording.tsx')).LeftRecording }));

interface LeftRecordingListProps {
  protocolId: string;
  maySend: boolean;
  /** The recording that the protocol has already. */
  replaces?: Video | undefined;
}

/** What was recorded for a protocol and not sent. */
export function LeftRecordingList({ protocolId, maySend, replaces }: LeftRecordingListProps) {
  const left = useLeftRecordings(protocolId);
  return (
    <Suspense fallback={null}>
      {left.map((recording) => (
        <LeftRecording key={recording.id} recording={recording} maySend={maySend} replaces={replaces} />
      ))}
    </Suspense>
  );
}
