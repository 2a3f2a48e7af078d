import Circle from 'lucide-react/icons/circle';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { expectedRate, type RunningRecording, roomWords } from '#src/data/recording/index.ts';
import { formatBytes, formatTimecode } from '#src/format/index.ts';
import type { RecordingState } from '#src/sync/index.ts';
import { Button, ConfirmDialog, classNames, focusWhenLost, Icon, layout, useNow } from '#src/ui/index.ts';
import { CameraView, SoundMeter } from './live-preview.tsx';
import styles from './recorder.module.css';
import { ReplacingNote } from './replacing-note.tsx';

interface RecorderPanelProps {
  running: RunningRecording;
  /** Recording that the protocol already has. */
  replaces: Video | undefined;
}

/** Panel of a running recording: its length, the sound level and the buttons. */
export function RecorderPanel({ running: { session, stream, mode }, replaces }: RecorderPanelProps) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [asking, setAsking] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { phase, size, room, isBlind = false } = state;
  const isPaused = phase === 'paused';
  const isEnding = phase === 'stopping' || phase === 'over';
  useNow(phase === 'recording');
  const seconds = session.elapsed() / 1000;
  // The dialog in which the recording was started is gone.
  useEffect(() => focusWhenLost(() => panel.current), []);
  useEffect(() => keepInView(panel.current), []);
  const rate = seconds > 10 && size > 0 ? size / seconds : expectedRate(mode);
  const facts = [formatBytes(size), roomWords(room, rate)].filter(Boolean).join(' · ');

  return (
    <section ref={panel} tabIndex={-1} aria-label="Запись встречи" className={styles.panel}>
      <div className={styles.head}>
        <span className={classNames(styles.light, phase === 'recording' && styles.on)}>
          <Icon of={Circle} size={16} />
        </span>
        <span role="status">{phaseWords(state)}</span>
        <span role="timer" aria-label="Длительность записи" className={styles.time}>
          {formatTimecode(seconds)}
        </span>
      </div>
      {mode === 'video' && !isEnding && !isBlind ? <CameraView stream={stream} /> : null}
      {isEnding ? null : <SoundMeter stream={stream} paused={isPaused} />}
      <p className={styles.note}>{facts}</p>
      <ReplacingNote video={replaces} />
      {isEnding ? null : (
        <div className={layout.row(2)}>
          {/* One button for both: what is pressed keeps the focus. */}
          <Button size="small" icon={isPaused ? Play : Pause} onClick={isPaused ? session.resume : session.pause}>
            {isPaused ? 'Продолжить' : 'Пауза'}
          </Button>
          <Button size="small" variant="primary" icon={Send} onClick={() => void session.end('stopped')}>
            Остановить и отправить
          </Button>
          <Button size="small" variant="quiet" icon={Trash2} onClick={() => setAsking(true)}>
            Удалить
          </Button>
        </div>
      )}
      {asking && !isEnding ? (
        <ConfirmDialog
          title="Удалить запись?"
          confirm="Удалить запись"
          cancel="Продолжить запись"
          danger
          onConfirm={() => {
            setAsking(false);
            void session.end('discarded');
          }}
          onCancel={() => setAsking(false)}
        >
          Запись остановится, и всё записанное пропадёт: вернуть его будет нельзя.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

const slept = 'Пауза: устройство засыпало. Продолжите запись или отправьте то, что есть';
const skipped = 'Идёт запись. Возможен пропуск: устройство засыпало или на нём перевели часы';

function phaseWords({ phase, notice, isBlind }: RecordingState): string {
  if (phase === 'stopping' || phase === 'over') return 'Запись сохраняется';
  if (notice === 'slept') return phase === 'paused' ? slept : skipped;
  if (notice === 'stalled') return 'Микрофон или камера молчат: запись не идёт. Проверьте, подключены ли они';
  const words = phase === 'paused' ? 'Запись на паузе' : 'Идёт запись';
  return isBlind ? `Камера отключилась: дальше только звук. ${words}` : words;
}

/** Keeps a new recording in view until the person does something: the camera's picture appears later than the rest. */
function keepInView(element: HTMLElement | null) {
  if (!element) return;
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
  const stop = () => {
    observer.disconnect();
    for (const name of acts) document.removeEventListener(name, stop, true);
  };
  observer.observe(element);
  for (const name of acts) document.addEventListener(name, stop, true);
  return stop;
}

const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
