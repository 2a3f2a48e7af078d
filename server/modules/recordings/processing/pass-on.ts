import type { ProcessingStep } from '#contract/processing.ts';
import type { Database, StoredVideo } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { moveRecording, publishSteps } from './move-recording.ts';
import { findProcessing, type Processed, type Run, sameSteps } from './repository.ts';
import { dueLanes, isFinished, type Lane } from './steps.ts';

/** Jobs that do the lanes of a run, and jobs that begin a run as soon as its upload is verified. */
export const queues = {
  video: 'process-video',
  speech: 'hear-video',
  analysis: 'sum-up-video',
  begin: 'process-video-when-ready',
} as const;

type Deps = { database: Database; events: EventHub; jobs: Jobs };

/** Sends the jobs of what a run does next, but for the lane that is being done here. */
export async function sendLanes(
  jobs: Jobs,
  { protocolId, uploadId, run, isPart }: Run,
  processing: readonly ProcessingStep[],
  here?: Lane,
): Promise<void> {
  const due = dueLanes(processing);
  // Where nothing is left, the end of the run is still to be told.
  const sent = due.length > 0 || here ? due : (['analysis'] as const);
  for (const lane of sent) {
    const data = { protocolId, uploadId, run, ...(isPart && { isPart }) };
    if (lane !== here) await jobs.send(queues[lane], `${uploadId}:${run}`, data);
  }
}

/**
 * Sends the jobs of the other lanes of a run in which something is to be done, and moves its stage where nothing is left in any.
 * @returns the lanes; none where the run is over
 */
export async function passOn({ database, events, jobs }: Deps, run: Run, here: Lane): Promise<Lane[]> {
  const now = await findProcessing(database.db, run.protocolId, run.uploadId);
  if (now?.stage !== 'video_process' || !now.video || !isSameRun(runOf(now, now.video), run)) return [];
  const lanes = dueLanes(now.processing);
  if (lanes.length > 0) {
    await sendLanes(jobs, run, now.processing, here);
    return lanes;
  }
  const to = now.processing.every(isFinished) ? 'success_video_process' : 'error_video_process';
  const move = { to, from: ['video_process'], where: sameSteps(run, now.processing) } as const;
  const moved = await moveRecording({ db: database.db, events }, run, move);
  // Another step was asked for, or another lane has moved it.
  if (!moved) return passOn({ database, events, jobs }, run, here);
  if (run.isPart) publishSteps(events, now, now.processing);
  return [];
}

/** The last run of a recording; the first one is 1. */
export function runOf({ id, isPart }: Processed, { upload_id, run }: StoredVideo): Run {
  const last = typeof run === 'number' ? run : 0;
  return { protocolId: id, uploadId: upload_id, run: last, ...(isPart && { isPart }) };
}

export function isSameRun(one: Run, other: Run): boolean {
  return one.uploadId === other.uploadId && one.run === other.run;
}
