import FileVideo from 'lucide-react/icons/file-video';
import { lazy, memo, Suspense } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolUploads, useRunningRecording, videoTypes } from '#src/data/recording/index.ts';
import { LeftRecordingList, RecordButton } from '#src/features/recorder/index.ts';
import { useLeftRecordings } from '#src/sync/index.ts';
import { Card, DropZone } from '#src/ui/index.ts';
import { MarkList } from './mark-list.tsx';
import { ProcessingPanel } from './processing-panel.tsx';
import { OtherVideo } from './recording-file.tsx';
import { UploadSection } from './upload-section.tsx';
import { isProcessing, useMayPick, usePickVideo } from './use-pick-video.tsx';
import styles from './video-card.module.css';

const PartsProcessing = lazy(async () => ({ default: (await import('./parts-processing.tsx')).PartsProcessing }));

interface VideoCardProps {
  protocol: Protocol;
  /** Whether choosing a video is the next step. */
  isAwaited: boolean;
  /** Whether rarely needed parts are folded to make room for the text below. */
  isFolded?: boolean;
}

/** The recording while it is chosen, uploaded and processed; `PlayerCard` plays it. */
export const VideoCard = memo(function VideoCard({ protocol, isAwaited, isFolded = false }: VideoCardProps) {
  const { id, stage, video } = protocol;
  const { pick, refusal, question } = usePickVideo(protocol);
  const coming = useProtocolUploads(id);
  const isComing = coming.length > 0;
  const processing = isProcessing(stage);
  const isRecording = useRunningRecording() !== undefined;
  const hasLeft = useLeftRecordings(id).length > 0;
  const { maySend, mayPick } = useMayPick(protocol);
  const { recordings: hasParts, recordingsBeside } = useOffers();
  const isFailed = stage === 'error_video_process' && !isComing && !isRecording;
  // The next part may be added while another one is being uploaded or processed.
  const mayAdd = hasParts && mayPick && (isComing || (Boolean(video) && processing));

  return (
    <Card bare className={styles.rest}>
      {coming.map((upload) => (
        <UploadSection key={upload.id} upload={upload} />
      ))}
      <LeftRecordingList protocolId={id} maySend={maySend} replaces={video ?? undefined} />
      {processing ? <ProcessingPanel protocol={protocol} isFolded={isFolded} /> : null}
      {protocol.recordings ? (
        <Suspense fallback={null}>
          <PartsProcessing protocol={protocol} isFolded={isFolded} />
        </Suspense>
      ) : null}
      {video?.url ? null : <MarkList protocol={protocol} />}
      {mayPick && !video && !isComing ? (
        <section className={styles.section} aria-label="Видео встречи">
          <DropZone
            icon={FileVideo}
            title="Перетащите запись встречи сюда"
            button="Выбрать видео"
            hint="Загрузка начнётся сразу и переживёт обрыв сети и закрытие вкладки."
            accept={videoTypes}
            multiple={recordingsBeside}
            primary={isAwaited && !hasLeft}
            onPick={pick}
          >
            <RecordButton protocolId={id} />
          </DropZone>
        </section>
      ) : null}
      {isFailed || (mayAdd && !isFolded) ? (
        <section className={styles.section}>
          <OtherVideo protocol={protocol} onPick={pick} />
        </section>
      ) : null}
      {question}
      {refusal ? (
        <p className={`${styles.section} ${styles.refusal}`} role="alert">
          {refusal}
        </p>
      ) : null}
    </Card>
  );
});
