import { formatPart, formatSpeed, formatTimeLeft, retryWords } from '#src/format/index.ts';
import { faults, UploadError, type UploadView, waitsForOther } from '#src/sync/index.ts';

export interface UploadWords {
  /** «412 из 980 МБ». */
  amount: string;
  /** The state and what happens next. */
  words: string;
  tone: 'running' | 'paused' | 'bad';
}

/** Returns the state of an upload in words for people; `now` in epoch milliseconds. */
export function uploadWords(view: UploadView, now = Date.now()): UploadWords {
  const { state, sentBytes, size } = view;
  const words = [stateWords(view, now), view.keepTabOpen ? keepOpen : ''].filter(Boolean).join(' ');
  const tone = state === 'failed' || state === 'needs-file' ? 'bad' : isMoving(view) ? 'running' : 'paused';
  return { amount: formatPart(sentBytes, size), words, tone };
}

/** Returns the same in a few words, for a row of a list; undefined if there is nothing to say. */
export function uploadNote(view: UploadView): string | undefined {
  const { state, sentBytes, size } = view;
  if (state === 'done' || state === 'cancelled' || state === 'cancelling') return undefined;
  if (state === 'failed') return 'Загрузка видео остановилась';
  if (state === 'needs-file' && view.recorded) return 'Часть записи на устройстве не читается';
  if (state === 'needs-file') return 'Для загрузки нужно снова выбрать файл';
  if (state === 'paused') return `Загрузка на паузе: ${formatPart(sentBytes, size)}`;
  if (state === 'wait-net' || state === 'wait-auth' || state === 'wait-server') {
    return `Ждёт отправки: ${formatPart(sentBytes, size)}`;
  }
  if (state === 'verifying') return 'Видео проверяется на сервере';
  return `Видео загружается: ${formatPart(sentBytes, size)}`;
}

/** Whether the upload continues only after a person agrees that it replaces the existing recording. */
export function needsConsent({ error }: UploadView): boolean {
  return error?.code === faults.oneRecording.code;
}

/** Returns why a file was not accepted. */
export function refusalWords(error: unknown): string {
  return error instanceof UploadError ? error.message : 'Файл не принят: на этом устройстве его негде хранить.';
}

const keepOpen = 'Держите вкладку открытой: на устройстве мало места.';

function isMoving({ state }: UploadView): boolean {
  return (
    state === 'queued' || state === 'syncing' || state === 'uploading' || state === 'verifying' || state === 'done'
  );
}

function part({ acknowledgedChunks, totalChunks }: UploadView): string {
  return `часть ${Math.min(acknowledgedChunks + 1, totalChunks)} из ${totalChunks}`;
}

function stateWords(view: UploadView, now: number): string {
  switch (view.state) {
    case 'queued':
      return 'В очереди';
    case 'syncing':
      return 'Сверяется с сервером';
    case 'uploading':
      return [
        view.bytesPerSecond > 0 ? formatSpeed(view.bytesPerSecond) : '',
        view.secondsLeft === null ? '' : formatTimeLeft(view.secondsLeft),
        part(view),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'verifying':
      return 'Всё отправлено, сервер проверяет файл';
    case 'done':
      return 'Загружено';
    case 'wait-net':
      return `Нет подключения · ${part(view)} · продолжится само${view.staged ? ', файл сохранён на устройстве' : ''}`;
    case 'wait-auth':
      return 'Сессия закончилась: войдите снова, и загрузка продолжится';
    case 'wait-server':
      return waitWords(view, now);
    case 'paused':
      return `Пауза · ${part(view)}`;
    case 'needs-file':
    case 'failed':
      return view.error?.message ?? 'Загрузка остановилась. Файл на устройстве цел: повторите.';
    case 'cancelling':
      return 'Отменяется';
    case 'cancelled':
      return 'Загрузка отменена';
  }
}

/**
 * Returns the words while waiting. No time is shown for a video that waits for its protocol or another video, since it
 * may continue earlier.
 */
function waitWords({ nextAttemptAt, error }: UploadView, now: number): string {
  const message = error?.message ?? 'Сервер пока не принимает';
  if (nextAttemptAt === undefined || waitsForOther(error)) return message;
  return `${message.replace(/\.$/, '')} · ${retryWords(nextAttemptAt, now)}`;
}
