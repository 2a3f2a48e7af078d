import FileVideo from 'lucide-react/icons/file-video';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Protocol, Video } from '#contract/protocol.ts';
import { canMove } from '#contract/stage.ts';
import { refusalWords, useProtocolUpload, useRunningRecording, videoTypes } from '#src/data/recording/index.ts';
import { UploadItem } from '#src/features/queue/index.ts';
import { LeftRecordingList, RecordButton } from '#src/features/recorder/index.ts';
import { formatBytes, formatTimecode } from '#src/format/index.ts';
import { type UploadView, uploads, useLeftRecordings } from '#src/sync/index.ts';
import { Card, DropZone, FileButton, focusWhenLost, layout } from '#src/ui/index.ts';
import { MarkList } from './mark-list.tsx';
import { ProcessingPanel } from './processing-panel.tsx';
import styles from './video-card.module.css';

/** The recording: chosen, on its way, being processed, and what is known of it; it plays in `PlayerCard`. */
export const VideoCard = memo(function VideoCard({ protocol }: { protocol: Protocol }) {
  const { id, stage, video } = protocol;
  const [refusal, setRefusal] = useState<string>();
  const upload = useProtocolUpload(id);
  const processing = stage === 'video_uploaded' || stage === 'video_process' || stage === 'error_video_process';
  const complete = stage === 'finish' || stage === 'final';
  const isRecording = useRunningRecording() !== undefined;
  const hasLeft = useLeftRecordings(id).length > 0;
  const maySend = !upload && canMove(stage, 'video_uploaded') && !complete;
  const mayPick = maySend && !processing && !isRecording;

  const pick = async (file: File) => {
    setRefusal(undefined);
    try {
      await uploads.add(id, file);
    } catch (error) {
      setRefusal(refusalWords(error));
    }
  };

  const other = (
    <div className={layout.row(2)}>
      <FileButton label="Выбрать другое видео" accept={videoTypes} size="small" onPick={pick} />
      <RecordButton protocolId={id} replaces={video ?? undefined} size="small" />
    </div>
  );
  return (
    <Card bare className={styles.rest}>
      {upload ? <UploadSection upload={upload} /> : null}
      <LeftRecordingList protocolId={id} maySend={maySend} replaces={video ?? undefined} />
      {processing ? <ProcessingPanel protocol={protocol} /> : null}
      {video?.url ? null : <MarkList protocol={protocol} isOpen />}
      {video && !processing ? <VideoFacts video={video}>{mayPick ? other : null}</VideoFacts> : null}
      {mayPick && !video ? (
        <section className={styles.section} aria-label="Видео встречи">
          <DropZone
            icon={FileVideo}
            title="Перетащите запись встречи сюда"
            button="Выбрать видео"
            hint="Загрузка начнётся сразу и переживёт обрыв сети и закрытие вкладки."
            accept={videoTypes}
            primary={stage === 'no_video' && !hasLeft}
            onPick={pick}
          >
            <RecordButton protocolId={id} />
          </DropZone>
        </section>
      ) : null}
      {stage === 'error_video_process' && !upload && !isRecording ? (
        <section className={styles.section}>{other}</section>
      ) : null}
      {complete && !video && !upload ? <p className={styles.section}>Протокол составлен без видео.</p> : null}
      {refusal ? (
        <p className={`${styles.section} ${styles.refusal}`} role="alert">
          {refusal}
        </p>
      ) : null}
    </Card>
  );
});

/** An upload that is over or given up leaves the focus where the recording goes on: at the next choice of a file. */
function UploadSection({ upload }: { upload: UploadView }) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = section.current;
    const card = own?.parentElement;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      focusWhenLost(() => card?.querySelector<HTMLElement>('input, button') ?? document.querySelector('h1'));
    };
  }, []);
  return (
    <section ref={section} className={styles.section} aria-label="Загрузка видео">
      <UploadItem upload={upload} />
    </section>
  );
}

function VideoFacts({ video, children }: { video: Video; children: ReactNode }) {
  const measures = [
    typeof video.duration === 'number' ? formatTimecode(video.duration) : undefined,
    typeof video.size === 'number' ? formatBytes(video.size) : undefined,
  ].filter(Boolean);
  // No line begins with a dot, and the two measures stay together.
  const facts = [video.name, measures.join('\u00A0·\u00A0')].filter(Boolean).join('\u00A0· ');
  if (!facts && !children) return null;
  return (
    <section className={`${styles.section} ${styles.about}`} aria-label="О записи">
      <p className={styles.facts}>{facts}</p>
      {children}
    </section>
  );
}
