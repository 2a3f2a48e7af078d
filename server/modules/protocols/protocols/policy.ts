import type { Stage } from '#contract/stage.ts';
import { invalidField, Problem } from '#server/platform/problem/index.ts';

/** Throws unless the stage of a PUT is the present one or `finish`. */
export function assertStageByHand(from: Stage, to: Stage | undefined): void {
  if (to !== undefined && to !== from && to !== 'finish') throw illegalStage(from);
}

/** Returns the error for finishing a protocol while its recording is being uploaded. */
export function uploadRunning(): Problem {
  return new Problem('illegal_stage', 'К протоколу ещё загружается видео. Дождитесь конца загрузки или отмените её.');
}

/** Returns the error for finishing a protocol while another of its recordings, in this stage, is not processed. */
export function partUnprocessed(stage: 'video_process' | 'video_uploaded'): Problem {
  return new Problem(
    'illegal_stage',
    stage === 'video_process'
      ? 'Часть записи ещё обрабатывается. Дождитесь конца обработки или отмените её.'
      : 'Обработка части записи не начата. Начните её или удалите часть, тогда протокол можно будет завершить.',
  );
}

/** Returns the error for signing off before the meeting was held; a confirmation overrides it. */
export function meetingNotYetHeld(): Problem {
  return new Problem(
    'meeting_ahead',
    'День встречи ещё не наступил. Проверьте дату или подтвердите, что протокол нужно сделать итоговым сейчас.',
  );
}

/** Returns the error of a call that the protocol's stage does not allow. */
export function illegalStage(from: Stage | undefined): Problem {
  const message: Partial<Record<Stage, string>> = {
    video_uploaded: 'Сначала дождитесь обработки видео',
    video_process: 'Сначала дождитесь обработки видео',
    final: 'Протокол уже итоговый',
  };
  const words = (from && message[from]) ?? 'На этой стадии так сделать нельзя';
  return new Problem('illegal_stage', words, undefined, { data: { stage: from } });
}

/** Throws for the deletion of a protocol that was ever final: its versions stay readable, and its number stays used. */
export function assertNeverFinal(editions: number): void {
  if (editions === 0) return;
  const message = 'У протокола есть подписанная версия: удалить его нельзя';
  throw new Problem('final_version_kept', message, undefined, { data: { editions_total: editions } });
}

/** Throws if the meeting ends before it begins, where both times are given. */
export function assertTimes(heldAt: string | null | undefined, endedAt: string | null | undefined): void {
  if (heldAt && endedAt && Date.parse(endedAt) <= Date.parse(heldAt)) {
    throw invalidField('ended_at', 'Конец должен быть позже начала');
  }
}
