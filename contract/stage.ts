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

/** Words for the stages (look.md). */
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
 * The legal moves of design.md §3. A new video may replace the old one until the draft is declared complete; after
 * that, only a video that was already being uploaded is accepted, so that it is not lost, and the draft must be
 * reviewed again. `final` leads to `finish` only by reopening with a reason, as a new version.
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

/** Returns the stages from which `to` can be reached, for the condition of an UPDATE. */
export function stagesBefore(to: Stage): Stage[] {
  return stages.filter((from) => canMove(from, to));
}
