import * as z from 'zod/mini';

export const stages = [
  'no_video',
  'video_uploaded',
  'video_process',
  'success_video_process',
  'error_video_process',
  'finish',
  'final',
] as const;

/** A protocol's stage (spec.md §4). */
export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

/** Stage words for people (look.md). */
export const stageWords: Record<Stage, string> = {
  no_video: 'Без видео',
  video_uploaded: 'Видео загружено',
  video_process: 'Обрабатывается',
  success_video_process: 'Видео обработано',
  error_video_process: 'Ошибка обработки',
  finish: 'Завершён',
  final: 'Итоговый',
};

/**
 * The legal moves of design.md §3. A new video may take the place of the old one until the draft is declared complete,
 * when only one that was already on its way is still taken: it must not be lost, and the draft is to be looked at again;
 * `final` leads to `finish` only by reopening it with a reason, as a new version.
 */
const moves: Record<Stage, readonly Stage[]> = {
  no_video: ['video_uploaded', 'finish'],
  video_uploaded: ['video_process', 'video_uploaded', 'no_video'],
  video_process: ['success_video_process', 'error_video_process', 'video_uploaded'],
  success_video_process: ['finish', 'video_uploaded', 'video_process'],
  error_video_process: ['video_process', 'video_uploaded', 'finish'],
  finish: ['final', 'video_uploaded'],
  final: ['finish'],
};

/** Whether a protocol may go from one stage to another. */
export function canMove(from: Stage, to: Stage): boolean {
  return moves[from].includes(to);
}

/** The stages from which `to` can be reached: the condition of an UPDATE. */
export function stagesBefore(to: Stage): Stage[] {
  return stages.filter((from) => canMove(from, to));
}
