import Download from 'lucide-react/icons/download';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { needsConsent, refusalWords, saveRecording, uploadWords, videoTypes } from '#src/data/recording/index.ts';
import { readSpace, UploadError, type UploadState, type UploadView, uploads } from '#src/sync/index.ts';
import {
  Button,
  ConfirmDialog,
  FileButton,
  focusWhenLost,
  layout,
  ProgressBar,
  useHasLasted,
  useNow,
} from '#src/ui/index.ts';
import styles from './send-queue.module.css';

const pausable: readonly UploadState[] = ['queued', 'syncing', 'uploading', 'wait-net', 'wait-server'];
const over: readonly UploadState[] = ['verifying', 'done', 'cancelling', 'cancelled'];

/** Milliseconds before a short state is shown; until then the words of the next state are shown, to avoid flicker. */
const glance = 600;
const underWay = { state: 'uploading', bytesPerSecond: 0, secondsLeft: null } as const;

/** One upload: its progress in words, and its buttons. */
export function UploadItem({ upload }: { upload: UploadView }) {
  const [asking, setAsking] = useState<'cancel' | 'gap'>();
  const [refusal, setRefusal] = useState<string>();
  const item = useRef<HTMLDivElement>(null);
  const [isSaving, setSaving] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const { id, name, state, size, sentBytes, recorded } = upload;
  const now = useNow(state === 'wait-server');
  const isTight = useTightSpace(upload);
  const hasLasted = useHasLasted(state, glance);
  const isBetween = (state === 'queued' || state === 'syncing') && !hasLasted;
  const { amount, words, tone } = uploadWords(isBetween ? { ...upload, ...underWay } : upload, now);
  const isPaused = state === 'paused';
  /** The device cannot read a part of what it alone has. */
  const isDamaged = recorded === true && state === 'needs-file';
  const savesReadable = isDamaged || isUnreadable;

  const retry = () => {
    // The button disappears with the failure, so the item takes the focus.
    item.current?.focus();
    void uploads.retry(id);
  };
  const pickAgain = async (file: File) => {
    setRefusal(undefined);
    try {
      const answer = await uploads.pickAgain(id, file);
      if (answer === 'different') setRefusal('Это другой файл. Выберите тот, с которого загрузка началась.');
    } catch (error) {
      setRefusal(refusalWords(error));
    }
  };
  const save = async () => {
    setSaving(true);
    setRefusal(undefined);
    await saveRecording(id, { fillsGaps: savesReadable }).catch((error: unknown) => {
      setRefusal(refusalWords(error));
      setUnreadable(error instanceof UploadError && error.code === 'unreadable_part');
    });
    setSaving(false);
  };
  return (
    <div ref={item} tabIndex={-1} className={styles.item}>
      <ProgressBar label={name} value={sentBytes / size} amount={amount} words={words} tone={tone} />
      {isTight && !upload.keepTabOpen ? (
        <p className={styles.tight}>
          На устройстве мало места для копии этого видео. Держите вкладку открытой, пока оно не загрузится.
        </p>
      ) : null}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      <div className={layout.row(2)}>
        {isPaused || pausable.includes(state) ? (
          // One button for both states, so that it keeps the focus when pressed.
          <Button
            size="small"
            icon={isPaused ? Play : Pause}
            onClick={() => void (isPaused ? uploads.resume(id) : uploads.pause(id))}
          >
            {isPaused ? 'Продолжить' : 'Пауза'}
          </Button>
        ) : null}
        {state === 'failed' || state === 'wait-server' || isDamaged ? (
          <Button size="small" icon={RotateCcw} onClick={retry}>
            {needsConsent(upload) ? 'Заменить запись' : 'Повторить'}
          </Button>
        ) : null}
        {state === 'needs-file' ? (
          <FileButton label="Выбрать файл снова" accept={videoTypes} size="small" onPick={pickAgain} />
        ) : null}
        {isDamaged ? (
          <Button size="small" icon={Send} onClick={() => setAsking('gap')}>
            Отправить с пропуском
          </Button>
        ) : null}
        {recorded && !over.includes(state) ? (
          <Button size="small" icon={Download} busy={isSaving} onClick={() => void save()}>
            {savesReadable ? 'Сохранить, что читается' : 'Сохранить файл'}
          </Button>
        ) : null}
        {over.includes(state) ? null : (
          <Button size="small" variant="quiet" icon={X} onClick={() => setAsking('cancel')}>
            Отменить
          </Button>
        )}
      </div>
      {asking === 'gap' ? (
        <ConfirmDialog
          title="Отправить запись с пропуском?"
          confirm="Отправить с пропуском"
          onConfirm={() => {
            void uploads.sendWithGaps(id);
            setAsking(undefined);
            focusWhenLost(() => item.current);
          }}
          onCancel={() => setAsking(undefined)}
        >
          Того, что не читается, в записи не будет, и вернуть эту часть будет нельзя: когда запись загрузится, её копия
          на этом устройстве удалится. Сначала можно попробовать ещё раз: «Повторить».
        </ConfirmDialog>
      ) : null}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title="Отменить загрузку?"
          confirm="Отменить загрузку"
          cancel="Продолжить загрузку"
          danger
          onConfirm={() => {
            void uploads.cancel(id);
            setAsking(undefined);
            // The button is removed before the upload.
            focusWhenLost(() => item.current);
          }}
          onCancel={() => setAsking(undefined)}
        >
          {recorded
            ? `«${name}» есть только здесь: запись будет удалена и с сервера, и с этого устройства, вернуть её нельзя. Сначала её можно сохранить файлом.`
            : `Загруженная часть «${name}» будет удалена с сервера. Сам файл на вашем устройстве останется.`}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Bytes left free for the app's other data besides a video. */
const spare = 32 * 1024 * 1024;

/**
 * Whether the device reports too little space for a copy of the rest of an upload; checked when sending starts. It is
 * only a warning: the copy is attempted all the same.
 */
function useTightSpace({ id, state, size, acknowledgedBytes, staged }: UploadView): boolean {
  const [tightFor, setTightFor] = useState<string>();
  const left = useRef(0);
  left.current = size - acknowledgedBytes;
  const isRunning = !staged && (state === 'queued' || state === 'syncing' || state === 'uploading');
  useEffect(() => {
    if (!isRunning) return undefined;
    let gone = false;
    void readSpace().then((space) => {
      if (!gone) setTightFor(space && space.free < left.current + spare ? id : undefined);
    });
    return () => {
      gone = true;
    };
  }, [id, isRunning]);
  return isRunning && tightFor === id;
}
