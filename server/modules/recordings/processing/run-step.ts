import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import { type Database, type Db, databaseProblem, type StoredVideo } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type MediaTools, measurePrograms } from '#server/platform/media/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import { reserveMade } from './made-files-repository.ts';
import { publishSteps } from './move-recording.ts';
import { isCurrent, type Processed, type Turn, writeStep } from './repository.ts';
import { sectionFolder } from './section-folders.ts';
import { HearLater, RunOver, type Step } from './step.ts';
import { noSpace, StepFailure, StepSkipped, UnmadeFile } from './step-failure.ts';
import { laneOf } from './steps.ts';
import { timeLeft } from './time-left.ts';

export type RunDeps = {
  database: Database;
  storage: Storage;
  events: EventHub;
  tools: MediaTools;
  speech: SpeechService | undefined;
  analysis: Analysis;
  dataDir: string;
  onError: (error: unknown) => void;
};

/** State shared by the concurrent steps of a lane. */
export type LaneRun = {
  turn: Turn;
  recording: Processed;
  /** State after the last write; writes are sequential, so that the last result is the newest. */
  state: { video: StoredVideo; processing: ProcessingStep[]; written: Promise<void> };
  /** Aborted if the run is no longer the present one, or the lane was taken over. */
  over: AbortController;
  /** Aborted together with `over`, and when the server stops. */
  signal: AbortSignal;
  lastTry: boolean;
  folder: string;
};

/** Minimum time between two writes of the progress. */
const progressEveryMs = 1_500;
const waitsToBeHeard = 'Ждёт очереди на распознавание';

type StepNow = Pick<ProcessingStep, 'state' | 'percent' | 'seconds_left' | 'error' | 'note' | 'seconds' | 'memory'>;

/** Runs a step and writes its outcome. Throws if the server stops or the outcome cannot be written. */
export async function runStep(deps: RunDeps, run: LaneRun, step: Step): Promise<void> {
  const { turn, over, signal } = run;
  const { db } = deps.database;
  const write = (now: StepNow, known?: Partial<StoredVideo>) => writeNow(deps, run, { step: step.name, ...now }, known);
  const secondsLeft = timeLeft(() => performance.now());
  const progress = throttled((percent) => write({ state: 'running', percent, ...secondsLeft(percent) }));
  // A step that is only checked here stays waiting for the lane in which it runs.
  if (laneOf({ step: step.name, state: 'running' }) === turn.lane) await write({ state: 'running', percent: 0 });
  if (over.signal.aborted) return;
  const use = { memory: 0 };
  const began = performance.now();
  const usage = () => use.memory > 0 && { seconds: Math.ceil((performance.now() - began) / 1000), memory: use.memory };
  try {
    const result = await measurePrograms(use, () => doStep(deps, run, step, progress.tell));
    await progress.end();
    const note = result.note && { note: result.note };
    await write({ state: 'done', percent: 100, ...note, ...usage() }, result.video);
  } catch (error) {
    await progress.end();
    if (signal.aborted && !over.signal.aborted) throw error;
    // The files that the step works on may already be gone.
    if (over.signal.aborted || !(await isCurrent(db, turn))) over.abort(new RunOver());
    else if (error instanceof HearLater) await write({ state: 'waiting', note: waitsToBeHeard });
    else if (error instanceof StepSkipped) await write({ state: 'skipped', note: error.message });
    else {
      const isUnforeseen = error instanceof UnmadeFile && error.cause !== undefined;
      if (!(error instanceof StepFailure) || isUnforeseen) deps.onError(error);
      await write({ state: 'failed', error: causeOf(error), ...usage() });
    }
  }
}

async function doStep(deps: RunDeps, run: LaneRun, step: Step, progress: (percent: number) => void) {
  // The server stopped during every attempt, so the step may be the cause.
  if (run.lastTry) throw new StepFailure('Обработка прерывалась слишком много раз. Повторите её или замените видео.');
  const { turn, recording, state, signal } = run;
  const { analysis, database, tools, speech } = deps;
  const { ownerId } = recording;
  const partId = turn.isPart ? turn.uploadId : undefined;
  const of = { protocolId: turn.protocolId, partId, ownerId, video: state.video };
  const requireTurn = async (db: Db) => {
    if (!(await isCurrent(db, turn))) throw new RunOver();
  };
  const mayHear = turn.lane === 'speech';
  const assertTurn = () => requireTurn(database.db);
  const context = {
    ...of,
    analysis,
    database,
    storage: reserving(deps, turn),
    tools,
    speech,
    mayHear,
    requireTurn,
    assertTurn,
  };
  const workDir = await mkdtemp(join(run.folder, 'step-'));
  return step
    .run({ ...context, workDir, kept: sectionFolder(deps.dataDir, turn.uploadId), signal, progress })
    .finally(() => rm(workDir, { recursive: true, force: true }));
}

/** A storage whose files are on record before they are there. */
function reserving({ database, storage }: RunDeps, turn: Turn): Storage {
  return {
    ...storage,
    async adopt(path, key, type) {
      if (!(await reserveMade(database.db, turn, key, new Date()))) throw new RunOver();
      await storage.adopt(path, key, type);
    },
  };
}

function writeNow(
  deps: RunDeps,
  { turn, state, over, recording }: LaneRun,
  step: ProcessingStep,
  known: Partial<StoredVideo> | undefined,
): Promise<void> {
  const writing = state.written.then(async () => {
    // Recorded even if it can no longer be written, so that the files can be discarded.
    state.video = { ...state.video, ...known };
    const now = await writeStep(deps.database.db, turn, step, known);
    if (!now?.video) return over.abort(new RunOver());
    state.processing = now.processing;
    state.video = now.video;
    publishSteps(deps.events, { ...recording, ownerId: now.ownerId }, state.processing);
  });
  state.written = writing.catch(() => undefined);
  return writing;
}

function causeOf(error: unknown): string {
  if (error instanceof StepFailure) return error.message;
  return databaseProblem(error)?.code === 'storage_full' ? noSpace : 'Ошибка на сервере. Повторите обработку.';
}

/** Passes on a percentage at most every `progressEveryMs`, one write at a time, and none after `end`. */
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
