import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Database, StoredVideo } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { moveRecording, publishSteps } from './move-recording.ts';
import { findProcessing, isRunning, type Processed, type Run, sameSteps } from './repository.ts';
import { dueLanes, isFinished, type Lane } from './steps.ts';

/** Queues of the jobs for the lanes of a run, and of those that start a run once its upload is verified. */
export const queues = {
  video: 'process-video',
  speech: 'hear-video',
  analysis: 'sum-up-video',
  begin: 'process-video-when-ready',
} as const;

type Deps = { database: Database; events: EventHub; jobs: Jobs };

/** Sends the jobs for the next steps of a run, except for the lane that is already running here. */
export async function sendLanes(
  jobs: Jobs,
  { protocolId, uploadId, run, isPart }: Run,
  processing: readonly ProcessingStep[],
  here?: Lane,
): Promise<void> {
  const due = dueLanes(processing);
  // If nothing is left to do, a job is still needed to end the run.
  const sent = due.length > 0 || here ? due : (['analysis'] as const);
  for (const lane of sent) {
    const data = { protocolId, uploadId, run, ...(isPart && { isPart }) };
    if (lane !== here) await jobs.send(queues[lane], `${uploadId}:${run}`, data);
  }
}

/**
 * Sends the jobs for the other lanes of a run that have something to do, and moves the stage if no lane has.
 * @returns the lanes with something to do; empty if the run is over
 */
export async function continueRun({ database, events, jobs }: Deps, run: Run, here: Lane): Promise<Lane[]> {
  const now = await findProcessing(database.db, run.protocolId, run.uploadId);
  if (!now?.video || !isRunning(now) || !isSameRun(runOf(now, now.video), run)) return [];
  const lanes = dueLanes(now.processing);
  if (lanes.length > 0) {
    await sendLanes(jobs, run, now.processing, here);
    return lanes;
  }
  const to = now.processing.every(isFinished) ? 'success_video_process' : 'error_video_process';
  const move = { to, from: ['video_process'], where: sameSteps(run, now.processing) } as const;
  const moved = await moveRecording({ db: database.db, events }, run, move);
  // Another step was requested, or another lane has moved the stage.
  if (!moved) return continueRun({ database, events, jobs }, run, here);
  if (run.isPart) publishSteps(events, now, now.processing);
  return [];
}

/** Returns the present run of a recording; runs are numbered from 1, and 0 means none yet. */
export function runOf({ id, isPart }: Processed, { upload_id, run }: StoredVideo): Run {
  const last = typeof run === 'number' ? run : 0;
  return { protocolId: id, uploadId: upload_id, run: last, ...(isPart && { isPart }) };
}

export function isSameRun(one: Run, other: Run): boolean {
  return one.uploadId === other.uploadId && one.run === other.run;
}
