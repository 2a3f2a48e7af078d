import Mic from 'lucide-react/icons/mic';
import { lengthWords, useRunningRecording } from '#src/data/recording/index.ts';
import { useLeftRecordings } from '#src/sync/index.ts';
import { Banner, Button } from '#src/ui/index.ts';

/** That a recording runs, or was left, where all of it is behind a tab; nothing where there is none. */
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
