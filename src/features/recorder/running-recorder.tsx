import Mic from 'lucide-react/icons/mic';
import { lazy, Suspense } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { lengthWords, type RunningRecording, useRunningRecording } from '#src/data/recording/index.ts';
import { outbox, useLeftRecordings } from '#src/sync/index.ts';
import { Banner, Button, Card } from '#src/ui/index.ts';

/** Returns the recording that this page is making for a protocol. */
export function useRecordingOf(protocolId: string): RunningRecording | undefined {
  const running = useRunningRecording();
  return running && outbox.currentId(running.session.protocolId) === protocolId ? running : undefined;
}

const RecorderPanel = lazy(async () => ({ default: (await import('./recorder-panel.tsx')).RecorderPanel }));

interface RunningRecorderProps {
  protocolId: string;
  /** Recording that the protocol already has. */
  replaces?: Video | null | undefined;
}

/** Running recording of a protocol; stands above its earlier recording, because it has to be seen. */
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

/** Notice of a running or left recording, for when it is hidden behind a tab; renders nothing where there is none. */
export function RecordingNotice({ protocolId, onShow }: { protocolId: string; onShow: () => void }) {
  const running = useRunningRecording();
  const [left] = useLeftRecordings(protocolId);
  if (!running && !left) return null;
  return (
    <Banner
      icon={Mic}
      tone={running ? 'accent' : 'warn'}
      title={running ? 'Идёт запись.' : `Незаконченная запись, ${lengthWords(left?.millis ?? 0)}.`}
      action={
        <Button size="small" onClick={onShow}>
          К записи
        </Button>
      }
    />
  );
}
