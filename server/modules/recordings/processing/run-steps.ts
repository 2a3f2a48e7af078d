import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRun, Jobs } from '#server/platform/jobs/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { continueRun, sendLanes } from './continue-run.ts';
import { discardMade } from './made-files-repository.ts';
import { patientStorage } from './patient-storage.ts';
import { isCurrent, type Run, type Turn, takeTurn } from './repository.ts';
import { type LaneRun, type RunDeps, runStep } from './run-step.ts';
import { sweepSections } from './section-folders.ts';
import { RunOver } from './step.ts';
import { dueSteps, type Lane, storedLanes } from './steps.ts';

const watchEveryMs = 2_000;

/**
 * Runs the due steps of one lane, independent ones concurrently, starts the other lanes as soon as possible, and moves
 * the stage once nothing is left. After an interruption it continues with the steps that were running; a run that was
 * replaced ends without writing.
 */
export async function runSteps(
  deps: RunDeps & { jobs: Jobs },
  { data: run, signal, lastTry }: JobRun<Run>,
  lane: Lane,
): Promise<void> {
  // A late job must not take the lane from a node that is already further.
  if (!(await continueRun(deps, run, lane)).includes(lane)) return;
  const { db } = deps.database;
  const turn: Turn = { ...run, lane, turn: randomUUID() };
  const recording = await takeTurn(db, turn);
  if (!recording?.video) return;
  const { video, processing } = recording;
  const over = new AbortController();
  const broken = new AbortController();
  const state = { video, processing, written: Promise.resolve() };
  await withWorkDir(deps.dataDir, turn, async (folder) => {
    const both = AbortSignal.any([signal, over.signal, broken.signal]);
    const { storage, close } = withOneCopy(patientStorage(deps.storage, both), video.original_key, folder);
    const laneRun = { turn, recording, state, over, signal: both, lastTry, folder };
    // A step may wait long for a response, so cancellation and replacement of the run are checked separately.
    const isOurs = () => isCurrent(db, turn).then((is) => is || over.abort(new RunOver()), deps.onError);
    const watch = setInterval(() => void isOurs(), watchEveryMs);
    try {
      await runLane({ ...deps, storage }, laneRun, broken);
    } finally {
      clearInterval(watch);
      close();
    }
  });
  if (over.signal.aborted) await discardMade(db, turn, state.video, new Date());
  else await continueRun(deps, run, lane);
  if (lane === 'video') await sweepSections(deps);
}

/** @param broken aborts the concurrent steps after an error of the server */
async function runLane(deps: RunDeps & { jobs: Jobs }, run: LaneRun, broken: AbortController): Promise<void> {
  const { turn, state, over } = run;
  const running = new Map<string, Promise<void>>();
  try {
    while (!over.signal.aborted) {
      for (const step of dueSteps(state.processing, turn.lane)) {
        if (running.has(step.name)) continue;
        const ended = runStep(deps, run, step)
          .then(() => (over.signal.aborted ? undefined : sendLanes(deps.jobs, turn, state.processing, turn.lane)))
          .finally(() => running.delete(step.name));
        running.set(step.name, ended);
      }
      if (running.size === 0) return;
      await Promise.race(running.values());
    }
  } catch (error) {
    broken.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(running.values());
  }
}

const workIn = (dataDir: string) => join(dataDir, 'work');

/**
 * Deletes what turns left that were killed: another server may have gone on with them, or nobody. To be called before any job
 * runs, by the server that has locked the folder.
 */
export async function emptyWorkDirs(dataDir: string): Promise<void> {
  await rm(workIn(dataDir), { recursive: true, force: true });
}

/** Runs `use` with a folder of this turn alone; leftovers of earlier turns are deleted. */
async function withWorkDir<T>(
  dataDir: string,
  { uploadId, lane, turn }: Turn,
  use: (workDir: string) => Promise<T>,
): Promise<T> {
  const work = workIn(dataDir);
  await mkdir(work, { recursive: true });
  const own = `${uploadId}.${storedLanes[lane]}.`;
  for (const name of await readdir(work)) {
    if (name.startsWith(own)) await rm(join(work, name), { recursive: true, force: true });
  }
  const folder = join(work, own + turn);
  await mkdir(folder);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The storage as seen by the steps of one run. */
type RunStorage = { storage: Storage; close: () => void };

/**
 * Lets several steps read the original from one local copy, so that it is fetched from an object storage only once,
 * when the first step needs it.
 * @param folder holds the copy, which is deleted by `close`
 */
function withOneCopy(storage: Storage, originalKey: string, folder: string): RunStorage {
  const over = Promise.withResolvers<void>();
  let copy: Promise<string> | undefined;

  /** Returns the path, valid until the run ends. After a failed download the next step starts again. */
  function open(): Promise<string> {
    if (copy) return copy;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    storage
      .withLocalFile(originalKey, folder, (path) => {
        resolve(path);
        return over.promise;
      })
      .catch((error: unknown) => {
        copy = undefined;
        reject(error);
      });
    copy = promise;
    return copy;
  }

  return {
    storage: {
      ...storage,
      withLocalFile: async (key, workDir, use) =>
        key === originalKey ? use(await open()) : storage.withLocalFile(key, workDir, use),
    },
    close: () => over.resolve(),
  };
}
