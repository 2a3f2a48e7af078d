import type { ProcessingStep } from '#contract/recordings/processing.ts';
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

/**
 * Returns the five steps of a protocol's progress; only the last three where there is no video and none is expected.
 */
export function stageSteps(stage: Stage, hasVideo: boolean): { title: string; mark: StepMark }[] {
  const isWithout = !hasVideo && (stage === 'no_video' || stage === 'finish' || stage === 'final');
  const steps = titles.map((title, index) => ({ title, mark: marks[stage][index] ?? 'next' }));
  if (!isWithout) return steps;
  return steps
    .slice(2)
    .map((step, index) => (stage === 'no_video' && index === 0 ? { ...step, mark: 'current' } : step));
}

/** Returns the progress of the processing over all its steps, 0–100; undefined before the server sends any. */
export function processingPercent(steps: ProcessingStep[] | null | undefined): number | undefined {
  const counted = (steps ?? []).filter(({ state }) => state !== 'skipped');
  if (counted.length === 0) return undefined;
  const sum = counted.reduce((total, { state, percent }) => total + (state === 'done' ? 100 : (percent ?? 0)), 0);
  return Math.min(100, sum / counted.length);
}
