import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import type { JobRun, Jobs } from '#server/platform/jobs/index.ts';
import type { MediaTools } from '#server/platform/media/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import { queues } from './continue-run.ts';
import { findProcessing, type Run } from './repository.ts';
import { emptyWorkDirs, runSteps } from './run-steps.ts';
import { sweepSections } from './section-folders.ts';
import {
  beginRetries,
  beginWhenReady,
  cancelProcessing,
  repeatTranscript,
  resumeRuns,
  startProcessing,
} from './start-processing.ts';
import type { Lane } from './steps.ts';

export type ProcessingDeps = RouteDeps & {
  dataDir: string;
  storage: Storage;
  events: EventHub;
  jobs: Jobs;
  tools: MediaTools;
  speech: SpeechService | undefined;
  analysis: Analysis;
  /** Number of recordings that one server makes playable, and recognises, at the same time. */
  atOnce: { processing: number; recognition: number };
};

/** Interval of the search for runs whose job was lost with another node. */
const resumeEveryMs = 60_000;

/** Registers POST and DELETE /protocols/{id}/process-video, and their jobs. */
export function registerProcessing(app: FastifyInstance, deps: ProcessingDeps): void {
  const onError = (error: unknown) => app.log.error({ err: error }, 'processing');
  const { database, jobs } = deps;
  const parts = { ...deps, onError };
  const inLane = (lane: Lane) => (job: JobRun<Run>) => runSteps(parts, job, lane);
  jobs.handle<Run>(queues.video, inLane('video'), undefined, deps.atOnce.processing);
  jobs.handle<Run>(queues.speech, inLane('speech'), undefined, deps.atOnce.recognition);
  jobs.handle<Run>(queues.analysis, inLane('analysis'), undefined, deps.atOnce.processing);
  jobs.handle<Run>(queues.begin, ({ data }) => beginWhenReady(deps, data), beginRetries);

  const route = routesOf(app, deps);
  const findOwn = async (id: string, userId: string, uploadId?: string) => {
    const protocol = await findProcessing(database.db, id, uploadId);
    if (protocol?.ownerId !== userId) throw new Problem('not_found', 'Протокол не найден');
    return protocol;
  };
  route(calls.processVideo, async ({ params, body, user }) =>
    body?.repeat
      ? repeatTranscript(deps, await findOwn(params.id, user.id, body.upload_id), body.upload_id)
      : startProcessing(deps, await findOwn(params.id, user.id, body?.upload_id), body?.upload_id),
  );
  route(calls.cancelProcessing, async ({ params, query: { recording_id: named }, user }) => {
    const found = await findOwn(params.id, user.id, named);
    // Otherwise the processing of the first recording would be cancelled instead of that of a deleted part.
    if (named && found.video?.upload_id !== named) throw new Problem('not_found', 'Этой части записи больше нет');
    return cancelProcessing(deps, found);
  });

  const resume = () => Promise.all([resumeRuns(deps), sweepSections(deps)]).catch(onError);
  const timer = setInterval(() => void resume(), resumeEveryMs);
  timer.unref();
  app.addHook('onReady', async () => {
    await emptyWorkDirs(deps.dataDir).catch(onError);
    await jobs.start();
    await resume();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await jobs.stop();
    if (deps.speech?.place === 'machine') deps.speech.close();
  });
}
