import type { ProcessingStep } from '#contract/processing.ts';
import type { Stage } from '#contract/stage.ts';
import type { StepMark } from '#src/ui/index.ts';

const titles = ['Видео', 'Обработка', 'Черновик', 'Завершён', 'Итоговый'];

const marks: Record<Stage, StepMark[]> = {
  no_video: ['current', 'next', 'next', 'next', 'next'],
  video_uploaded: ['done', 'current', 'next', 'next', 'next'],
  video_process: ['done', 'current', 'next', 'next', 'next'],
  success_video_process: ['done', 'done', 'current', 'next', 'next'],
  error_video_process: ['done', 'failed', 'next', 'next', 'next'],
  finish: ['done', 'done', 'done', 'current', 'next'],
  final: ['done', 'done', 'done', 'done', 'done'],
};

/** A protocol's way as five steps; one that was completed without a video skipped the first two. */
export function stageSteps(stage: Stage, hasVideo: boolean): { title: string; mark: StepMark }[] {
  const skipsVideo = !hasVideo && (stage === 'finish' || stage === 'final');
  return titles.map((title, index) => ({
    title,
    mark: skipsVideo && index < 2 ? 'skipped' : (marks[stage][index] ?? 'next'),
  }));
}

/** Returns the progress of the processing over all its steps, 0–100; undefined before the server sends any. */
export function processingPercent(steps: ProcessingStep[] | null | undefined): number | undefined {
  const counted = (steps ?? []).filter(({ state }) => state !== 'skipped');
  if (counted.length === 0) return undefined;
  const sum = counted.reduce((total, { state, percent }) => total + (state === 'done' ? 100 : (percent ?? 0)), 0);
  return Math.min(100, sum / counted.length);
}
