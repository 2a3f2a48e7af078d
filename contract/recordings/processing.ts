import * as z from 'zod/mini';
import { boolean, maybe, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';

export const processingSteps = ['probe', 'playable', 'poster', 'audio', 'transcript', 'keywords', 'summary'] as const;
export type ProcessingStepName = (typeof processingSteps)[number];

export const stepStates = ['waiting', 'running', 'done', 'failed', 'skipped'] as const;
export type StepState = (typeof stepStates)[number];

/** Words for the steps, shown beside a mark of the step's state (look.md). */
export const stepWords: Record<ProcessingStepName, string> = {
  probe: 'Проверка файла',
  playable: 'Видео готово к просмотру',
  poster: 'Обложка',
  audio: 'Звук выделен',
  transcript: 'Расшифровка',
  keywords: 'Ключевые слова',
  summary: 'Итоги',
};

/**
 * One step of a video's processing: percent 0–100, `seconds_left` if its pace is known, `error` the cause in Russian,
 * `note` a remark for the person. `seconds` is its duration, `memory` the peak bytes of its largest program.
 */
export const processingStep = z.looseObject({
  step: z.string(),
  state: z.catch(z.enum(stepStates), 'waiting'),
  percent: maybe(z.number()),
  seconds_left: maybe(z.number()),
  error: maybe(string),
  note: maybe(string),
  seconds: maybe(z.number()),
  memory: maybe(z.number()),
});
export type ProcessingStep = z.infer<typeof processingStep>;

/**
 * POST /protocols/{id}/process-video: idempotent by the upload. `repeat` has the speech of an already processed
 * recording recognised again.
 */
export const processVideo = z.optional(
  z.nullable(z.looseObject({ upload_id: z.optional(id), repeat: z.optional(z.literal('transcript')) })),
);

/** `already`: the job existed before this call. */
export const processVideoReply = z.looseObject({
  stage: maybe(string),
  processing: maybe(z.array(processingStep)),
  already: maybe(boolean),
});
