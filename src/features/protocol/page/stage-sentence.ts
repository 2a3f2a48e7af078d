import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { needsConsent, uploadNote } from '#src/data/recording/index.ts';
import type { UploadView } from '#src/sync/index.ts';

export interface StageFacts {
  stage: Stage;
  /** Video that is being uploaded from this device. */
  upload: UploadView | undefined;
  /** Whether the protocol has any content. */
  isWritten: boolean;
}

const sentences: Record<Exclude<Stage, 'no_video'>, string> = {
  video_uploaded: 'Запись на сервере и ждёт обработки. Протокол можно писать уже сейчас.',
  video_process: 'Видео обрабатывается на сервере. Протокол можно писать уже сейчас.',
  success_video_process: 'Запись готова. Проверьте и завершите протокол.',
  error_video_process: 'Обработка видео остановилась. Повторите её или завершите протокол без неё.',
  finish:
    'Протокол завершён, его ещё можно исправить. Проверьте и сформируйте итоговый: после этого его только читают и печатают.',
  final: 'Протокол итоговый: его читают, печатают и отправляют.',
};

/** Returns the next step of a protocol in one sentence; the button for it is above. */
export function stageSentence({ stage, upload, isWritten }: StageFacts): string {
  const onItsWay = upload && uploadNote(upload);
  if (onItsWay && needsConsent(upload)) return `${onItsWay}. Решите у видео, заменить ли прежнюю запись.`;
  if (onItsWay && upload.recorded && upload.state === 'needs-file') {
    return `${onItsWay}. Решите у видео, отправить ли запись с пропуском.`;
  }
  if (onItsWay) return `${onItsWay}. ${whatToDo[upload.state] ?? 'Протокол можно писать уже сейчас.'}`;
  if (stage !== 'no_video') return sentences[stage];
  return isWritten
    ? 'Протокол без видео. Когда он будет готов, завершите его; запись можно добавить до этого.'
    : 'Напишите протокол или добавьте запись встречи: завершить его можно и без видео.';
}

/** What the person has to do for an upload that does not continue by itself. */
const whatToDo: Partial<Record<UploadView['state'], string>> = {
  failed: 'Нажмите «Повторить» у видео или отмените её.',
  'needs-file': 'Нажмите «Выбрать файл снова» у видео или отмените загрузку.',
  paused: 'Продолжите её, когда будет удобно; протокол можно писать уже сейчас.',
  'wait-auth': 'Войдите снова, и загрузка продолжится.',
};

/** Whether a recording is the next step: nothing is written yet that could be completed without one. */
export function wantsVideo({ stage, upload, isWritten }: StageFacts): boolean {
  return stage === 'no_video' && !upload && !isWritten;
}

/** Whether a protocol has any content: an agenda item or a task. */
export function isWritten({ agenda, tasks }: Pick<Protocol, 'agenda' | 'tasks'>): boolean {
  return Boolean(agenda?.length || tasks?.length);
}
