import { lazy, Suspense } from 'react';
import type { Video } from '#contract/protocol.ts';
import { Card } from '#src/ui/index.ts';
import { useRecordingOf } from './use-recording-of.ts';

const RecorderPanel = lazy(async () => ({ default: (await import('./recorder-panel.tsx')).RecorderPanel }));

interface RunningRecorderProps {
  protocolId: string;
  /** The recording that the protocol has already. */
  replaces?: Video | null | undefined;
}

/** What is being recorded into a protocol, above an earlier recording of it: it is what has to be seen. */
export function RunningRecorder({ protocolId, replaces }: RunningRecorderProps) {
  const running = useRecordingOf(protocolId);
  if (!running) return null;
  return (
    <Suspense fallback={null}>
      <Card bare>
        <RecorderPanel key={running.session.id} running={running} replaces={replaces ?? undefined} />
      </Card>
    </Suspense>
  );
}
