import { lazy, Suspense } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { useLeftRecordings } from '#src/sync/index.ts';

const LeftRecording = lazy(async () => ({ default: (await import('./left-recording.tsx')).LeftRecording }));

interface LeftRecordingListProps {
  protocolId: string;
  maySend: boolean;
  /** Recording that the protocol already has. */
  replaces?: Video | undefined;
}

/** Recordings of a protocol that were not sent. */
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
