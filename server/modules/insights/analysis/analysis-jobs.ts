import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { isProcessed, lockProtocol } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { AppEvent } from '#server/platform/events/index.ts';
import type { JobRun, Jobs, Retries } from '#server/platform/jobs/index.ts';
import { type AnalysisDeps, analyseKeywords, analyseSummary, type Outcome } from './analysis.ts';
import { dropMadeSummaries, dropProposals, writeStep } from './findings-repository.ts';
import type { Work } from './summarise.ts';
import { findSpeech, keywordsOf, listTranscribed, speechKey } from './transcript-repository.ts';

export interface Analysis {
  /** Finds the keywords of a protocol's transcript. */
  keywords(protocolId: string, work: Work): Promise<Outcome>;
  /** Summarises the transcript. */
  summary(protocolId: string, work: Work): Promise<Outcome>;
  /** Queues a new keyword search in all transcripts of an owner, once `db` is committed. */
  keywordsChanged(db: Db, ownerId: string): Promise<void>;
  /** As `keywordsChanged`, for transcripts handed over to an owner: a running search does not have them in its list. */
  transcriptsCame(db: Db, ownerId: string): Promise<void>;
  /** Queues a new keyword search in a corrected transcript, once `db` is committed. */
  transcriptChanged(db: Db, protocolId: string): Promise<void>;
  /**
   * Deletes findings from a recording that is about to be deleted, or from the first one when it is replaced, except
   * those that a person has answered or written.
   * @param recordingId undefined for the first recording
   */
  forgetRecording(db: Db, protocolId: string, recordingId: string | undefined): Promise<void>;
  /**
   * Requests a new summary once `db` is committed: as a job, or, while the recording is being processed, as the step of
   * that processing.
   */
  askSummary(db: Db, protocolId: string): Promise<ProcessingStep[]>;
}

type Deps = AnalysisDeps & {
  jobs: Jobs;
  events: { publish(userId: string, event: AppEvent): void };
};
type OwnerJob = { ownerId: string };
type ProtocolJob = { protocolId: string };

const queues = { owner: 'find-keywords', protocol: 'find-keywords-of', summary: 'make-summary' } as const;
const retries: Retries = { limit: 3, firstPauseSeconds: 1, longestPauseSeconds: 30 };

/**
 * Creates the analysis of transcripts, used by the processing of a video and by its own durable jobs; call it before
 * `jobs.start`.
 */
export function createAnalysis(deps: Deps): Analysis {
  const { database, jobs } = deps;

  jobs.handle<OwnerJob>(
    queues.owner,
    async ({ data: { ownerId }, signal }) => {
      // A request for other keywords may have been rejected as a duplicate while this job ran, so the search repeats
      // until they stay the same.
      for (let before = ''; ; ) {
        const now = await keyOf(database.db, ownerId);
        if (now === before) return;
        before = now;
        for (const protocolId of await listTranscribed(database.db, ownerId)) {
          signal.throwIfAborted();
          await analyseKeywords(deps, protocolId, signal);
          deps.events.publish(ownerId, { type: 'findings', protocol_id: protocolId });
        }
      }
    },
    retries,
  );
  jobs.handle<ProtocolJob>(
    queues.protocol,
    async ({ data: { protocolId }, signal }) => {
      const outcome = await analyseKeywords(deps, protocolId, signal);
      await reportOutcome(deps, protocolId, 'keywords', outcome);
    },
    retries,
  );
  jobs.handle<ProtocolJob>(
    queues.summary,
    (run) => summaryJob(deps, run, (work) => analyseSummary(deps, run.data.protocolId, work)),
    retries,
  );

  return {
    keywords: (protocolId, { signal }) => analyseKeywords(deps, protocolId, signal),
    summary: (protocolId, work) => analyseSummary(deps, protocolId, work),
    async keywordsChanged(db, ownerId) {
      await jobs.send(queues.owner, await keyOf(db, ownerId), { ownerId } satisfies OwnerJob, db);
    },
    async transcriptsCame(db, ownerId) {
      const key = `${await keyOf(db, ownerId)}:${uuidv7()}`;
      await jobs.send(queues.owner, key, { ownerId } satisfies OwnerJob, db);
    },
    async transcriptChanged(db, protocolId) {
      const speech = await findSpeech(db, protocolId);
      if (!speech) return;
      await jobs.send(queues.protocol, speechKey(speech), { protocolId } satisfies ProtocolJob, db);
    },
    async forgetRecording(db, protocolId, recordingId) {
      await dropProposals(db, protocolId, recordingId);
      const speech = await findSpeech(db, protocolId);
      const own = speech?.spoken.find((each) => each.recordingId === recordingId)?.transcriptId;
      // The summary stays unless it was made from this recording alone, even if there is no transcript at present.
      const isAll = own !== undefined && [...(speech?.transcriptOf.values() ?? [])].every((id) => id === own);
      if (isAll) await dropMadeSummaries(db, protocolId);
    },
    async askSummary(db, protocolId) {
      const protocol = await lockProtocol(db, protocolId);
      if (!protocol) return [];
      const now = protocol.processing.find(({ step }) => step === 'summary')?.state;
      if (isProcessed(protocol)) {
        // The step may have finished although the processing has not: it then runs once more.
        if (now === 'waiting' || now === 'running') return protocol.processing;
        return writeStep(db, protocolId, protocol.processing, { step: 'summary', state: 'waiting' });
      }
      const speech = await findSpeech(db, protocolId);
      const key = [protocolId, ...(speech ? [speechKey(speech)] : [])].join(' ');
      const data = { protocolId } satisfies ProtocolJob;
      const isSent = await jobs.send(queues.summary, key, data, db);
      // A job for the same transcripts has already reported its result but is not removed yet, so this one needs
      // another key.
      if (!isSent && now !== 'running') await jobs.send(queues.summary, `${key} ${uuidv7()}`, data, db);
      return writeStep(db, protocolId, protocol.processing, { step: 'summary', state: 'running' });
    },
  };
}

async function summaryJob(deps: Deps, run: JobRun<ProtocolJob>, make: (work: Work) => Promise<Outcome>) {
  const { protocolId } = run.data;
  try {
    await reportOutcome(deps, protocolId, 'summary', await make({ signal: run.signal, progress: () => undefined }));
  } catch (error) {
    if (run.signal.aborted || !run.lastTry) throw error;
    deps.onError(error);
    await reportOutcome(deps, protocolId, 'summary', undefined);
  }
}

/**
 * Writes the outcome into the protocol's steps and publishes it to the owner. While the recording is being processed,
 * the steps of that processing do so instead.
 */
async function reportOutcome(
  { database, events }: Deps,
  protocolId: string,
  step: 'keywords' | 'summary',
  outcome: Outcome | undefined,
): Promise<void> {
  const done = await database.db.transaction(async (db) => {
    const protocol = await lockProtocol(db, protocolId);
    if (!protocol || isProcessed(protocol)) return undefined;
    const processing = await writeStep(db, protocolId, protocol.processing, { step, ...stateOf(outcome) });
    return { ownerId: protocol.ownerId, processing };
  });
  if (!done) return;
  events.publish(done.ownerId, { type: 'processing', protocol_id: protocolId, processing: done.processing });
  events.publish(done.ownerId, { type: 'findings', protocol_id: protocolId });
}

function stateOf(outcome: Outcome | undefined): Pick<ProcessingStep, 'state' | 'note' | 'error'> {
  if (!outcome) return { state: 'failed', error: 'Ошибка на сервере. Попробуйте ещё раз.' };
  if (!outcome.done) return { state: 'skipped', note: noTranscript };
  return { state: 'done', ...(outcome.note && { note: outcome.note }) };
}

/** Note for a transcript that cannot be analysed. */
export const noTranscript = 'Расшифровки нет';

async function keyOf(db: Db, ownerId: string): Promise<string> {
  const digest = createHash('sha256').update((await keywordsOf(db, ownerId)).join('\n'));
  return `${ownerId}:${digest.digest('hex')}`;
}
