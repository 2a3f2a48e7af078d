import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRun, Jobs } from '#server/platform/jobs/index.ts';
import { withOneCopy } from './original-copy.ts';
import { passOn, sendLanes } from './pass-on.ts';
import { patientStorage } from './patient-storage.ts';
import { discardMade, isCurrent, type Run, type Turn, takeTurn } from './repository.ts';
import { type LaneRun, type RunDeps, runStep } from './run-step.ts';
import { sweepSections } from './section-folders.ts';
import { RunOver } from './step.ts';
import { dueSteps, type Lane, storedLanes } from './steps.ts';

const watchEveryMs = 2_000;

/**
 * Does what is to be done in one lane of a run, steps that do not need each other beside each other, has the other lanes begin as soon
 * as they can, and moves the stage once nothing is left. Cut off, it goes on with the steps that were running; a run that another one
 * has replaced ends and writes nothing.
 */
export async function runSteps(
  deps: RunDeps & { jobs: Jobs },
  { data: run, signal, lastTry }: JobRun<Run>,
  lane: Lane,
): Promise<void> {
  // A job that was sent late must not take it from whoever is further already.
  if (!(await passOn(deps, run, lane)).includes(lane)) return;
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
    // A step may wait long for somebody's answer: that the run was cancelled or replaced is noticed all the same.
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
  else await passOn(deps, run, lane);
  if (lane === 'video') await sweepSections(deps);
}

/** @param broken ends the steps beside one that the server cannot go on with */
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

/** Works in a folder of this turn alone; what an earlier one left behind is removed. */
async function withWorkDir<T>(
  dataDir: string,
  { uploadId, lane, turn }: Turn,
  use: (workDir: string) => Promise<T>,
): Promise<T> {
  const work = join(dataDir, 'work');
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
