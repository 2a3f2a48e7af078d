import Download from 'lucide-react/icons/download';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { lengthWords, refusalWords, saveRecording } from '#src/data/recording/index.ts';
import { formatBytes, formatMoment } from '#src/format/index.ts';
import { leftRecordings, type RecordingRow, UploadError, uploads } from '#src/sync/index.ts';
import { Button, ConfirmDialog, layout } from '#src/ui/index.ts';
import styles from './recorder.module.css';
import { failureOf, noteFailure } from './recording-failures.ts';
import { ReplacingNote } from './replacing-note.tsx';

interface LeftRecordingProps {
  recording: RecordingRow;
  /** Whether the protocol accepts a video. */
  maySend: boolean;
  /** Recording that the protocol already has. */
  replaces: Video | undefined;
}

/** «Незаконченная запись, 12 минут»: a recording left by a page that crashed or a device that was disconnected. */
export function LeftRecording({ recording: { id, size, millis, startedAt }, maySend, replaces }: LeftRecordingProps) {
  const [failure, setFailure] = useState(() => failureOf(id));
  const [asking, setAsking] = useState(false);
  const [isDamaged, setDamaged] = useState(false);
  const [busy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(refusalWords(error));
      setDamaged(error instanceof UploadError && error.code === 'unreadable_part');
    }
    setBusy(false);
  };
  const send = (options?: { fillsGaps: true }) =>
    attempt(async () => {
      await uploads.addRecording(id, options);
      noteFailure(id, undefined);
      await leftRecordings.look();
    });

  return (
    <section aria-label="Незаконченная запись" className={styles.panel}>
      <div>
        <p className={styles.title}>Незаконченная запись, {lengthWords(millis)}</p>
        <p className={styles.note}>
          {formatMoment(startedAt)} · {formatBytes(size)} · сохранена на этом устройстве
        </p>
      </div>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
      {maySend ? (
        <ReplacingNote video={replaces} />
      ) : (
        <p className={styles.note}>К протоколу сейчас не добавить видео: запись можно сохранить файлом.</p>
      )}
      <div className={layout.row(2)}>
        {maySend ? (
          <Button size="small" variant="primary" icon={Send} busy={busy} onClick={() => void send()}>
            Отправить
          </Button>
        ) : null}
        <Button size="small" icon={Download} busy={busy} onClick={() => void attempt(() => saveRecording(id))}>
          Сохранить файл
        </Button>
        {isDamaged ? (
          <ReadableParts
            busy={busy}
            onSend={maySend ? () => void send(gaps) : undefined}
            onSave={() => void attempt(() => saveRecording(id, gaps))}
          />
        ) : null}
        <Button size="small" variant="quiet" icon={Trash2} busy={busy} onClick={() => setAsking(true)}>
          Удалить
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          title="Удалить запись?"
          confirm="Удалить запись"
          danger
          onConfirm={() => {
            setAsking(false);
            void attempt(() => leftRecordings.discard(id));
          }}
          onCancel={() => setAsking(false)}
        >
          Записанное пропадёт с этого устройства: вернуть его будет нельзя.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

const gaps = { fillsGaps: true } as const;

interface ReadablePartsProps {
  busy: boolean;
  onSend: (() => void) | undefined;
  onSave: () => void;
}

/** The ways on with a recording of which the device cannot read a part, besides another try. */
function ReadableParts({ busy, onSend, onSave }: ReadablePartsProps) {
  return (
    <>
      {onSend ? (
        <Button size="small" icon={Send} busy={busy} onClick={onSend}>
          Отправить, что читается
        </Button>
      ) : null}
      <Button size="small" icon={Download} busy={busy} onClick={onSave}>
        Сохранить, что читается
      </Button>
    </>
  );
}
