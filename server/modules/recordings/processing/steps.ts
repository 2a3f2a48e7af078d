import { join } from 'node:path';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { noTranscript } from '#server/modules/insights/index.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { findMediaTools } from '#server/platform/media/index.ts';
import type { MediaWork } from './ffmpeg.ts';
import { type MediaInfo, mediaInfoOf } from './media-info.ts';
import { makePlayable } from './playable.ts';
import { makePoster } from './poster.ts';
import { probe } from './probe.ts';
import { makeSound } from './sound.ts';
import type { Step, StepContext, StepResult } from './step.ts';
import { StepFailure, StepSkipped } from './step-failure.ts';
import { makeTranscript } from './transcript.ts';
import { mergeWarnings } from './warning.ts';

/**
 * The steps in the order shown to people. Each can be repeated and produces the same files; independent ones run
 * concurrently.
 */
export const steps: readonly Step[] = [
  { name: 'probe', requiresDone: [], run: runProbe },
  { name: 'playable', requiresDone: ['probe'], run: runPlayable },
  { name: 'poster', requiresDone: ['playable'], run: runPoster },
  { name: 'audio', requiresDone: ['probe'], run: runAudio },
  { name: 'transcript', requiresDone: ['probe'], requiresEnded: ['audio'], run: runTranscript },
  {
    name: 'keywords',
    requiresDone: ['probe'],
    requiresFinished: ['transcript'],
    run: (context) => analyse('keywords', context),
  },
  {
    name: 'summary',
    requiresDone: ['probe'],
    requiresFinished: ['transcript'],
    run: (context) => analyse('summary', context),
  },
];

/**
 * Returns the steps of a new run: finished ones stay finished, unless their input has to be made again; all others
 * wait.
 */
export function prepareSteps(before: readonly ProcessingStep[]): ProcessingStep[] {
  const finished = new Map(before.filter(isFinished).map((step) => [step.step, step]));
  return steps.map(({ name, requiresFinished = [] }) => {
    const known = requiresFinished.every((other) => finished.has(other)) ? finished.get(name) : undefined;
    return known ?? { step: name, state: 'waiting' };
  });
}

/** Returns the steps of a run that repeats the transcript and everything based on it. */
export function prepareTranscript(before: readonly ProcessingStep[]): ProcessingStep[] {
  return prepareSteps(before.filter(({ step }) => step !== 'transcript'));
}

/**
 * Kinds of work in a run, each with its own queue, so that none delays another recording: the file, speech recognition,
 * and the analysis of the transcript.
 */
export const lanes = ['video', 'speech', 'analysis'] as const;
export type Lane = (typeof lanes)[number];

/** Names of the lanes in the database, shared with earlier versions that run at the same time; they never change. */
export const storedLanes: Record<Lane, string> = { video: 'seen', speech: 'heard', analysis: 'summed' };

/**
 * Returns the present lane of a step. A transcript moves to the lane of speech only once it is known that no other
 * source provides it.
 */
export function laneOf({ step, state, note }: ProcessingStep): Lane {
  if (step === 'transcript') return state === 'running' || note ? 'speech' : 'video';
  return step === 'keywords' || step === 'summary' ? 'analysis' : 'video';
}

/**
 * Returns the steps that can run at present, in one lane or in all, including those during which a server was killed.
 */
export function dueSteps(processing: readonly ProcessingStep[], lane?: Lane): Step[] {
  return steps.filter((step) => {
    const now = processing.find((each) => each.step === step.name);
    return now && isOpen(now) && isTurnOf(step, processing) && (!lane || laneOf(now) === lane);
  });
}

/** Returns the lanes that have something to do at present. */
export function dueLanes(processing: readonly ProcessingStep[]): Lane[] {
  const due = dueSteps(processing).map(({ name }) => processing.find(({ step }) => step === name));
  return lanes.filter((lane) => due.some((step) => step && laneOf(step) === lane));
}

/** Returns whether all dependencies of a step are fulfilled. */
function isTurnOf(
  { requiresDone, requiresFinished = [], requiresEnded = [] }: Step,
  processing: readonly ProcessingStep[],
): boolean {
  const find = (name: string): ProcessingStep =>
    processing.find(({ step }) => step === name) ?? { step: name, state: 'waiting' };
  return (
    requiresDone.every((name) => find(name).state === 'done') &&
    requiresFinished.every((name) => isFinished(find(name))) &&
    !requiresEnded.some((name) => isOpen(find(name)))
  );
}

function isOpen({ state }: ProcessingStep): boolean {
  return state === 'waiting' || state === 'running';
}

/** Returns whether a step needs no further work. */
export function isFinished({ state }: ProcessingStep): boolean {
  return state === 'done' || state === 'skipped';
}

async function runProbe(context: StepContext): Promise<StepResult> {
  const { storage, video, workDir } = context;
  const { media, warnings } = await storage.withLocalFile(video.original_key, workDir, async (path) =>
    probe(path, await withTools(context)),
  );
  const size = media.video && { width: media.video.width, height: media.video.height };
  const tracks = media.video ? (media.audio ? undefined : 'В записи нет звука') : 'В записи только звук';
  const note = [...warnings.map(({ text }) => text), ...(tracks && warnings.length === 0 ? [tracks] : [])].join('. ');
  return { video: { media, warnings, duration: rounded(media.duration), ...size }, ...(note && { note }) };
}

async function runPlayable(context: StepContext): Promise<StepResult> {
  const { storage, video, workDir } = context;
  const work = await withTools(context);
  const made = await storage.withLocalFile(video.original_key, workDir, (path) =>
    makePlayable(path, mediaOf(video), work),
  );
  const playable_key = join('videos', video.upload_id, `playable.${made.container}`);
  await storage.adopt(made.path, playable_key, made.type);
  const earlier = (video.warnings ?? []).filter(({ step }) => step !== 'playable');
  const warnings = mergeWarnings(earlier, made.warnings);
  const note = made.warnings.map(({ text }) => text).join('. ');
  const known = { playable_key, playable_type: made.type, duration: rounded(made.duration), warnings };
  return { video: known, ...(note && { note }) };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

async function runPoster(context: StepContext): Promise<StepResult> {
  const { storage, video, workDir } = context;
  const work = await withTools(context);
  const key = video.playable_key ?? video.original_key;
  const duration = video.duration ?? mediaOf(video).duration;
  const path = await storage.withLocalFile(key, workDir, (playable) =>
    makePoster(playable, { ...mediaOf(video), duration }, work),
  );
  const poster_key = join('videos', video.upload_id, 'poster.jpg');
  await storage.adopt(path, poster_key, 'image/jpeg');
  return { video: { poster_key } };
}

async function runAudio(context: StepContext): Promise<StepResult> {
  const { storage, video, workDir } = context;
  const work = await withTools(context);
  const made = await storage.withLocalFile(video.original_key, workDir, (path) =>
    makeSound(path, mediaOf(video), work),
  );
  const folder = join('videos', video.upload_id);
  const audio_key = join(folder, 'sound.flac');
  await storage.adopt(made.path, audio_key, 'audio/flac');
  return { video: { audio_key, audio_pieces: made.pieces, speech_key: join(folder, 'speech.json') } };
}

async function runTranscript(context: StepContext): Promise<StepResult> {
  return makeTranscript(context, await withTools(context));
}

async function analyse(what: 'keywords' | 'summary', context: StepContext): Promise<StepResult> {
  const outcome = await context.analysis[what](context.protocolId, context);
  if (!outcome.done) throw new StepSkipped(noTranscript);
  return outcome.note ? { note: outcome.note } : {};
}

async function withTools(context: StepContext): Promise<MediaWork> {
  const tools = await findMediaTools(context.tools);
  if (!tools) throw new StepFailure('Обработка видео недоступна: на сервере не установлен ffmpeg');
  return { ...context, tools };
}

function mediaOf(video: StoredVideo): MediaInfo {
  const media = mediaInfoOf(video.media);
  if (!media) throw new StepFailure('Файл не проверен. Повторите обработку.');
  return media;
}
