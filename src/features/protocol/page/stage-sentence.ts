import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';

export interface StageFacts {
  stage: Stage;
  /** A video is on its way from this device. */
  isUploading: boolean;
  /** There is something in the minutes. */
  isWritten: boolean;
}

const sentences: Record<Exclude<Stage, 'no_video'>, string> = {
  video_uploaded: 'Запись на сервере и ждёт обработки. Протокол можно писать уже сейчас.',
  video_process: 'Видео обрабатывается на сервере. Протокол можно писать уже сейчас.',
  success_video_process: 'Запись готова. Проверьте и завершите протокол.',
  error_video_process: 'Обработка видео остановилась. Повторите её или завершите протокол без неё.',
  finish: 'Протокол завершён. Проверьте его и сформируйте итоговый: тот только читают и печатают.',
  final: 'Протокол итоговый: его читают, печатают и отправляют.',
};

/** What comes next for a protocol, in one sentence; the button for it stands above. */
export function stageSentence({ stage, isUploading, isWritten }: StageFacts): string {
  if (isUploading) return 'Видео загружается. Протокол можно писать уже сейчас.';
  if (stage !== 'no_video') return sentences[stage];
  return isWritten
    ? 'Протокол без видео. Когда он написан, завершите его; запись можно добавить до этого.'
    : 'Напишите протокол или добавьте запись встречи: завершить его можно и без видео.';
}

/** Whether a recording is what a protocol waits for: nothing is written yet that could be completed without one. */
export function wantsVideo({ stage, isUploading, isWritten }: StageFacts): boolean {
  return stage === 'no_video' && !isUploading && !isWritten;
}

/** Whether a protocol says anything yet: a question, a task. */
export function isWritten({ agenda, tasks }: Pick<Protocol, 'agenda' | 'tasks'>): boolean {
  return Boolean(agenda?.length || tasks?.length);
}
