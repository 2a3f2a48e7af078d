import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessingStep } from '#contract/processing.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { Database, StoredVideo } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { databaseProblem } from '#server/platform/http/index.ts';
import type { JobRun } from '#server/platform/jobs/index.ts';
import type { MediaTools } from '#server/platform/media/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import { moveRecording, tellSteps } from './move-recording.ts';
import { withOneCopy } from './original-copy.ts';
import {
  discardMade,
  isCurrent,
  type Processed,
  type Run,
  sameTurn,
  type Turn,
  takeTurn,
  writeProgress,
} from './repository.ts';
import { HearLater, RunOver, type Step } from './step.ts';
import { noSpace, StepFailure, StepSkipped, UnmadeFile } from './step-failure.ts';
import { isFinished, nextStep, type Phase, phaseOf, prepareSteps } from './steps.ts';
import { timeLeft } from './time-left.ts';

export type RunParts = {
  database: Database;
  storage: Storage;
  events: EventHub;
  tools: MediaTools;
  speech: SpeechService | undefined;
  analysis: Analysis;
  dataDir: string;
  onError: (error: unknown) => void;
};

/** Progress is written and published at most this often. */
const progressEveryMs = 1_500;
const watchEveryMs = 2_000;
const waitsToBeHeard = 'Ждёт очереди на распознавание';

/**
 * Does what is left of a run, step by step, and moves the stage at its end. Cut off, it goes on at the step that was
 * running; a run that another one has replaced ends and writes nothing.
 * @param phase which of them are done here, and `giveOver` has the rest done; all without it
 */
export async function runSteps(
  parts: RunParts,
  { data: run, signal, lastTry }: JobRun<Run>,
  phase?: { is: Phase; giveOver: () => Promise<void> },
): Promise<void> {
  const { db } = parts.database;
  const turn: Turn = { ...run, turn: randomUUID() };
  const protocol = await takeTurn(db, turn);
  if (!protocol?.video) return;
  // What failed before it is to be heard is not tried again in this run.
  const processing = !phase || phase.is === 'seen' ? prepareSteps(protocol.processing) : protocol.processing;
  const mayHear = !phase || phase.is === 'heard';
  const state = { video: protocol.video, processing };
  const outcome = await withWorkDir(parts.dataDir, turn, async (folder) => {
    const { storage, close } = withOneCopy(parts.storage, state.video.original_key, folder);
    try {
      for (let step = nextStep(processing); step; step = nextStep(state.processing)) {
        if (phase && phaseOf(state.processing) !== phase.is) return 'later';
        const doing = lastTry ? giveUp(step) : step;
        const stepRun = { turn, step: doing, state, recording: protocol, signal, mayHear, folder };
        if (!(await runStep({ ...parts, storage }, stepRun))) return 'over';
      }
      return 'done';
    } finally {
      close();
    }
  });
  if (outcome === 'later') return phase?.giveOver();
  if (outcome === 'over') return;
  const to = state.processing.every(isFinished) ? 'success_video_process' : 'error_video_process';
  const move = { to, from: ['video_process'], where: sameTurn(turn) } as const;
  const moved = await moveRecording({ db, events: parts.events }, run, move);
  if (moved && run.isPart) tellSteps(parts.events, protocol, state.processing);
}

type StepRun = {
  turn: Turn;
  step: Step;
  state: { video: StoredVideo; processing: ProcessingStep[] };
  recording: Processed;
  signal: AbortSignal;
  mayHear: boolean;
  /** Of the run: what its steps share lies there. */
  folder: string;
};

type StepNow = Pick<ProcessingStep, 'state' | 'percent' | 'seconds_left' | 'error' | 'note'>;

/** @returns false where the run is no longer the protocol's, or no longer done here */
async function runStep(
  parts: RunParts,
  { turn, step, state, recording, signal, mayHear, folder }: StepRun,
): Promise<boolean> {
  const ended = new AbortController();
  const write = async (now: StepNow, video?: Partial<StoredVideo>): Promise<void> => {
    state.processing = state.processing.map((other) =>
      other.step === step.name ? { step: step.name, ...now } : other,
    );
    state.video = { ...state.video, ...video };
    const { processing } = state;
    if (!(await writeProgress(parts.database.db, turn, { processing, ...(video && { video }) })))
      ended.abort(new RunOver());
    else tellSteps(parts.events, recording, processing);
  };
  const secondsLeft = timeLeft(() => performance.now());
  const progress = throttled((percent) => write({ state: 'running', percent, ...secondsLeft(percent) }));
  await write({ state: 'running', percent: 0 });
  if (ended.signal.aborted) return false;
  // A step may wait long for somebody's answer: that the run was cancelled or replaced is noticed all the same.
  const watch = setInterval(
    () => void isCurrent(parts.database.db, turn).then((is) => is || ended.abort(new RunOver()), parts.onError),
    watchEveryMs,
  );
  try {
    const { analysis, database, storage, tools, speech } = parts;
    const { protocolId } = turn;
    const { ownerId } = recording;
    const partId = turn.isPart ? turn.uploadId : undefined;
    const of = { protocolId, partId, ownerId, video: state.video };
    const context = { ...of, analysis, database, storage, tools, speech, mayHear };
    const both = AbortSignal.any([signal, ended.signal]);
    const workDir = await mkdtemp(join(folder, 'step-'));
    const result = await step
      .run({ ...context, workDir, signal: both, progress: progress.tell })
      .finally(() => rm(workDir, { recursive: true, force: true }));
    await progress.end();
    const done = { state: 'done', percent: 100, ...(result.note && { note: result.note }) } as const;
    await write(done, result.video);
  } catch (error) {
    await progress.end();
    if (signal.aborted && !ended.signal.aborted) throw error;
    // What it works on may be gone already.
    if (ended.signal.aborted || !(await isCurrent(parts.database.db, turn))) ended.abort(new RunOver());
    else if (error instanceof HearLater) await write({ state: 'waiting', note: waitsToBeHeard });
    else if (error instanceof StepSkipped) await write({ state: 'skipped', note: error.message });
    else {
      const isUnforeseen = error instanceof UnmadeFile && error.cause !== undefined;
      if (!(error instanceof StepFailure) || isUnforeseen) parts.onError(error);
      await write({ state: 'failed', error: causeOf(error) });
    }
  } finally {
    clearInterval(watch);
  }
  if (ended.signal.aborted) await discardMade(parts.database.db, turn, state.video, new Date());
  return !ended.signal.aborted;
}

function causeOf(error: unknown): string {
  if (error instanceof StepFailure) return error.message;
  return databaseProblem(error)?.code === 'storage_full' ? noSpace : 'Ошибка на сервере. Повторите обработку.';
}

/** Makes a step fail instead of running: the server stopped during it every time, so the step may be the cause. */
function giveUp(step: Step): Step {
  const run = async () => {
    throw new StepFailure('Обработка прерывалась слишком много раз. Повторите её или замените видео.');
  };
  return { ...step, run };
}

/** Passes a percentage on at most every `progressEveryMs`, one at a time, and none after `end`. */
function throttled(write: (percent: number) => Promise<void>) {
  let last = 0;
  let writing: Promise<void> | undefined;
  let failure: unknown;
  let open = true;
  return {
    tell(percent: number): void {
      if (!open || writing || performance.now() - last < progressEveryMs) return;
      last = performance.now();
      writing = write(percent)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          writing = undefined;
        });
    },
    async end(): Promise<void> {
      open = false;
      await writing;
      if (failure) throw failure;
    },
  };
}

/** Works in a folder of this turn alone; what an earlier one left behind is removed. */
async function withWorkDir<T>(
  dataDir: string,
  { uploadId, turn }: Turn,
  use: (workDir: string) => Promise<T>,
): Promise<T> {
  const work = join(dataDir, 'work');
  await mkdir(work, { recursive: true });
  for (const name of await readdir(work)) {
    if (name.startsWith(`${uploadId}.`)) await rm(join(work, name), { recursive: true, force: true });
  }
  const folder = join(work, `${uploadId}.${turn}`);
  await mkdir(folder);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
