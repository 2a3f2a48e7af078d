import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Stage } from '#contract/stage.ts';
import { assertEditable } from '#server/modules/protocols/index.ts';
import { type Jobs, NotYet, type Retries } from '#server/platform/jobs/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { isSameRun, queues, runOf, sendLanes } from './continue-run.ts';
import { moveRecording, publishSteps } from './move-recording.ts';
import {
  beginRerun,
  type FoundUpload,
  findProcessing,
  findReplacing,
  findUploadOf,
  isRunning,
  listProcessing,
  type Processed,
  type Run,
  sameRun,
  sameSteps,
} from './repository.ts';
import type { RunDeps } from './run-step.ts';
import { isFinished, prepareSteps, prepareTranscript } from './steps.ts';

export type StartDeps = Pick<RunDeps, 'database' | 'events'> & { jobs: Jobs };
export type Started = { stage: Stage; processing: ProcessingStep[]; already: boolean };

/** Retries while an upload is not verified: for longer than an abandoned upload is kept. */
export const beginRetries: Retries = { limit: 100_000, firstPauseSeconds: 1, longestPauseSeconds: 10 };

/**
 * Starts the processing of a protocol's recording: one job per upload, however often it is requested. After an error
 * the failed steps run again.
 */
export async function startProcessing(deps: StartDeps, protocol: Processed, uploadId?: string): Promise<Started> {
  // Without an upload id the last one is meant, which may be about to replace a recording that is already processed.
  const next =
    uploadId === undefined && protocol.video ? await findReplacing(deps.database.db, protocol.id) : undefined;
  if (next) return whenReady(deps, protocol, next, uploadId);
  const present = protocol.video && (uploadId === undefined || uploadId === protocol.video.upload_id);
  const upload = present ? undefined : await findUploadOf(deps.database.db, { protocolId: protocol.id, uploadId });
  if (!protocol.video || !present) return whenReady(deps, protocol, upload, uploadId);
  if (protocol.stage === 'video_uploaded' || protocol.stage === 'error_video_process') {
    // For the first recording the stage itself shows this.
    if (protocol.isPart) assertEditable(protocol.protocolStage);
    return begin(deps, protocol);
  }
  const isUnfinished = !protocol.processing.every(isFinished) || protocol.processing.length === 0;
  if (isRunning(protocol)) {
    await sendLanes(deps.jobs, runOf(protocol, protocol.video), protocol.processing);
  } else if (isUnfinished && protocol.stage === 'finish') return begin(deps, protocol);
  else if (isUnfinished && protocol.stage === 'final') {
    throw new Problem('final_read_only', 'Протокол уже итоговый: видео не обрабатывается');
  }
  return { stage: protocol.stage, processing: protocol.processing, already: true };
}

/**
 * Recognises a processed recording again, for example because recognition was not connected before, or is better now.
 */
export async function repeatTranscript(deps: StartDeps, protocol: Processed, uploadId?: string): Promise<Started> {
  const present = protocol.video && (uploadId === undefined || uploadId === protocol.video.upload_id);
  const { stage } = protocol;
  const isFinish = stage === 'finish' && !isRunning(protocol);
  if (!present || !(stage === 'success_video_process' || isFinish)) return startProcessing(deps, protocol, uploadId);
  // For the first recording the stage itself shows this.
  if (protocol.isPart) assertEditable(protocol.protocolStage);
  return begin(deps, protocol, { from: 'success_video_process', processing: prepareTranscript(protocol.processing) });
}

/**
 * Starts the run of a verified upload; throws NotYet if it is not verified, or if chunks were requested again. It is a
 * job, so that it also happens after a restart of the server; it does not delay other jobs.
 */
export async function beginWhenReady(deps: StartDeps, run: Run): Promise<void> {
  const upload = await findUploadOf(deps.database.db, run);
  if (upload?.state === 'verifying' || upload?.state === 'receiving')
    throw new NotYet('The upload is not verified yet');
  const protocol = await findProcessing(deps.database.db, run.protocolId, run.uploadId);
  const startable = protocol?.stage === 'video_uploaded' || protocol?.stage === 'video_process';
  if (startable && protocol.video?.upload_id === run.uploadId) await startProcessing(deps, protocol, run.uploadId);
}

/**
 * Sends the jobs of all runs without one: the server may have stopped between changing the stage and sending the job.
 */
export async function resumeRuns({ database, jobs }: StartDeps): Promise<void> {
  for (const protocol of await listProcessing(database.db)) {
    if (protocol.video) await sendLanes(jobs, runOf(protocol, protocol.video), protocol.processing);
  }
}

/** Ends a run with an error shown to the person: finished steps are kept, and the run can be repeated. */
export async function cancelProcessing(deps: StartDeps, protocol: Processed): Promise<Started> {
  const { database, events } = deps;
  const processing = cancelledSteps(protocol.processing);
  const run = protocol.video && runOf(protocol, protocol.video);
  if (!run || !processing) throw notProcessed();
  const to = 'error_video_process';
  const where = sameSteps(run, protocol.processing);
  const move = { to, from: ['video_process'], set: { processing }, where } as const;
  if (await moveRecording({ db: database.db, events }, run, move)) {
    publishSteps(events, protocol, processing);
    return { stage: protocol.stage === 'finish' ? 'finish' : to, processing, already: false };
  }
  // A step may have ended or reported progress since it was read; that is kept.
  const now = await findProcessing(database.db, run.protocolId, run.isPart ? run.uploadId : undefined);
  if (!now?.video || !isRunning(now) || !isSameRun(runOf(now, now.video), run)) throw notProcessed();
  return cancelProcessing(deps, now);
}

/** Returns undefined if nothing is left to cancel, because the run is ending by itself. */
function cancelledSteps(steps: readonly ProcessingStep[]): ProcessingStep[] | undefined {
  const running = steps.filter(({ state }) => state === 'running');
  // Steps run concurrently: all running ones are marked as cancelled, or else the next waiting one.
  const ended = running.length > 0 ? running : steps.filter(({ state }) => state === 'waiting').slice(0, 1);
  if (ended.length === 0 && steps.length > 0) return undefined;
  return steps.map((step): ProcessingStep => {
    if (ended.includes(step)) return { step: step.step, state: 'failed', error: 'Обработка отменена' };
    return isFinished(step) || step.state === 'failed' ? step : { step: step.step, state: 'waiting' };
  });
}

const notProcessed = () => new Problem('illegal_stage', 'Обработка сейчас не идёт');

async function begin(
  { database, events, jobs }: StartDeps,
  protocol: Processed,
  anew?: { from: 'success_video_process'; processing: ProcessingStep[] },
): Promise<Started> {
  const { db } = database;
  const video = protocol.video;
  if (!video) throw new Error('A run begins with a recording');
  const before = runOf(protocol, video);
  const run = { ...before, run: before.run + 1 };
  const processing = anew?.processing ?? prepareSteps(protocol.processing);
  const set = { processing, video: { run: run.run, ...(anew && { recognise: true }) } };
  const where = sameRun(before);
  const isFinish = !protocol.isPart && protocol.stage === 'finish';
  const from = anew ? [anew.from] : (['video_uploaded', 'error_video_process'] as const);
  const moved = isFinish
    ? await beginRerun(db, run, set, where)
    : await moveRecording({ db, events }, run, { to: 'video_process', from, set, where });
  if (moved) {
    publishSteps(events, protocol, processing);
    await sendLanes(jobs, run, processing);
    return { stage: isFinish ? 'finish' : 'video_process', processing, already: false };
  }
  // Another call has already started it.
  const now = await findProcessing(db, protocol.id, video.upload_id);
  if (!now) throw new Problem('not_found', 'Протокол не найден');
  return { stage: now.stage, processing: now.processing, already: true };
}

async function whenReady(
  { jobs }: StartDeps,
  protocol: Processed,
  upload: FoundUpload | undefined,
  uploadId: string | undefined,
): Promise<Started> {
  if (upload?.isVerified) {
    const run = { protocolId: protocol.id, uploadId: upload.id, run: 0 };
    const sent = await jobs.send(queues.begin, upload.id, run);
    return { stage: protocol.stage, processing: prepareSteps([]), already: !sent };
  }
  if (upload?.state === 'receiving') throw new Problem('upload_incomplete', 'Видео загружено не полностью');
  // A later upload has replaced it, so there is nothing left to process.
  if (upload?.state === 'assembled') return { stage: protocol.stage, processing: protocol.processing, already: true };
  if (upload) throw new Problem('upload_cancelled', 'Загрузка отменена');
  if (uploadId !== undefined) throw new Problem('upload_unknown', 'Такой загрузки нет');
  throw new Problem('no_video', 'У протокола нет видео');
}
