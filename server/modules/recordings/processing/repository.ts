import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Stage } from '#contract/stage.ts';
import { isProcessed } from '#server/modules/protocols/index.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import { keepFiles } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploads } from '#server/schema/video.ts';
import { isComplete } from '../complete-uploads-repository.ts';
import { type Lane, storedLanes } from './steps.ts';

/**
 * A recording with its processing. The first recording is stored in the protocol's row and has the protocol's stage; a
 * part has its own row and its own stage.
 */
export type Processed = {
  /** Id of the protocol. */
  id: string;
  ownerId: string;
  /** Stage of the recording; for the first one, that of the protocol. */
  stage: Stage;
  protocolStage: Stage;
  video: StoredVideo | null;
  processing: ProcessingStep[];
  isPart: boolean;
};

const common = { id: protocols.id, ownerId: protocols.ownerId, protocolStage: protocols.stage };
const ofFirst = {
  ...common,
  stage: protocols.stage,
  video: protocols.video,
  processing: protocols.processing,
  isPart: sql<boolean>`false`,
};
const ofPart = {
  ...common,
  stage: recordingParts.stage,
  video: recordingParts.video,
  processing: recordingParts.processing,
  isPart: sql<boolean>`true`,
};

/** Returns the part with this upload id, else the protocol's first recording. */
export async function findProcessing(db: Db, id: string, uploadId?: string): Promise<Processed | undefined> {
  const part = uploadId === undefined ? undefined : await findPart(db, id, uploadId);
  return part ?? (await db.select(ofFirst).from(protocols).where(eq(protocols.id, id)))[0];
}

async function findPart(db: Db, id: string, uploadId: string): Promise<Processed | undefined> {
  const which = and(eq(recordingParts.id, uploadId), eq(recordingParts.protocolId, id));
  return (await partRows(db).where(which))[0];
}

function partRows(db: Db) {
  return db.select(ofPart).from(recordingParts).innerJoin(protocols, eq(protocols.id, recordingParts.protocolId));
}

/** Returns whether this recording exists and still has to be made playable. */
export async function isUnplayable(db: Db, uploadId: string): Promise<boolean> {
  const [upload] = await db.select({ protocolId: uploads.protocolId }).from(uploads).where(eq(uploads.id, uploadId));
  const recording = upload?.protocolId && (await findProcessing(db, upload.protocolId, uploadId));
  if (!recording || recording.video?.upload_id !== uploadId) return false;
  return recording.processing.some(({ step, state }) => step === 'playable' && state !== 'done' && state !== 'skipped');
}

/** Returns whether a recording is being processed; a first one possibly again although its protocol is finished. */
export function isRunning(recording: Pick<Processed, 'stage' | 'isPart' | 'video'>): boolean {
  return recording.isPart ? recording.stage === 'video_process' : isProcessed(recording);
}

/** `isProcessed` as a condition on the row of a protocol. */
const rerun = sql`${protocols.stage} = 'finish' and ${protocols.video}->'rerun' = ${protocols.video}->'run'`;
const isFirstRunning = or(eq(protocols.stage, 'video_process'), rerun);

/** Returns every recording that is being processed. */
export async function listProcessing(db: Db): Promise<Processed[]> {
  const first = await db.select(ofFirst).from(protocols).where(isFirstRunning);
  return [...first, ...(await partRows(db).where(eq(recordingParts.stage, 'video_process')))];
}

/** A run of a recording; each retry is a new run. */
export type Run = { protocolId: string; uploadId: string; run: number; isPart?: boolean };
/** The turn of a node at a lane of a run: a node that seemed dead loses its turn to another one. */
export type Turn = Run & { lane: Lane; turn: string };

/** Condition that the row still has this recording and that no later run has begun. */
export function sameRun({ uploadId, run, isPart }: Pick<Run, 'uploadId' | 'run' | 'isPart'>) {
  const { video } = isPart ? recordingParts : protocols;
  return sql`${video}->>'upload_id' = ${uploadId} and coalesce((${video}->>'run')::int, 0) = ${run}`;
}

/** Condition that this is still the present run, and that none of its steps was written since these were read. */
export function sameSteps(run: Run, steps: readonly ProcessingStep[]) {
  const { processing } = run.isPart ? recordingParts : protocols;
  return sql`${sameRun(run)} and ${processing} = ${JSON.stringify(steps)}::jsonb`;
}

function current(run: Run) {
  return run.isPart
    ? and(eq(recordingParts.id, run.uploadId), eq(recordingParts.stage, 'video_process'), sameRun(run))
    : and(eq(protocols.id, run.protocolId), isFirstRunning, sameRun(run));
}

/** Condition that this turn still holds the lane of a present run. */
export function holdsLane(turn: Turn) {
  const { video } = turn.isPart ? recordingParts : protocols;
  return and(current(turn), sql`${video}->'turns'->>${storedLanes[turn.lane]} = ${turn.turn}`);
}

/** Takes over a lane of a run. @returns the recording, unless the run is over or was replaced */
export async function takeTurn(db: Db, turn: Turn): Promise<Processed | undefined> {
  const withTurn = (video: typeof protocols.video | typeof recordingParts.video) => {
    const own = sql`jsonb_build_object(${storedLanes[turn.lane]}::text, ${turn.turn}::text)`;
    return sql`jsonb_set(${video}, '{turns}', coalesce(${video}->'turns', '{}') || ${own})`;
  };
  if (turn.isPart) {
    const set = { video: withTurn(recordingParts.video) };
    const rows = await db.update(recordingParts).set(set).where(current(turn)).returning({ id: recordingParts.id });
    return rows.length > 0 ? findPart(db, turn.protocolId, turn.uploadId) : undefined;
  }
  return (
    await db
      .update(protocols)
      .set({ video: withTurn(protocols.video) })
      .where(current(turn))
      .returning(ofFirst)
  )[0];
}

/** `video` contains newly found facts about the recording. */
export type Progress = { processing: ProcessingStep[]; video?: Partial<StoredVideo> };

/** Returns the changed columns. New facts are merged, so that changes by a person meanwhile stay. */
export function changesOf({ isPart }: Pick<Run, 'isPart'>, { processing, video: known }: Progress) {
  const { video } = isPart ? recordingParts : protocols;
  return { processing, ...(known && { video: sql`${video} || ${JSON.stringify(known)}::jsonb` }) };
}

/**
 * Writes the state of a step, and the facts that it found; other steps may be written concurrently. Files that it found
 * are kept from then on.
 * @returns all steps, the recording and its present owner; undefined if the lane was taken over, in which case nothing
 * was written
 */
export async function writeStep(
  db: Db,
  turn: Turn,
  step: ProcessingStep,
  known?: Partial<StoredVideo>,
): Promise<Written | undefined> {
  const made = [known?.playable_key, known?.poster_key, known?.audio_key].filter((key) => key !== undefined);
  if (made.length === 0) return updateStep(db, turn, step, known);
  return db.transaction(async (tx) => {
    const written = await updateStep(tx, turn, step, known);
    if (written) await keepFiles(tx, made);
    return written;
  });
}

type Written = Pick<Processed, 'ownerId' | 'processing' | 'video'>;

async function updateStep(
  db: Db,
  turn: Turn,
  step: ProcessingStep,
  known: Partial<StoredVideo> | undefined,
): Promise<Written | undefined> {
  const table = turn.isPart ? recordingParts : protocols;
  const steps = sql`(
    select jsonb_agg(case when each->>'step' = ${step.step} then ${JSON.stringify(step)}::jsonb else each end order by place)
    from jsonb_array_elements(${table.processing}) with ordinality as steps(each, place)
  )`;
  const set = { processing: steps, ...(known && { video: sql`${table.video} || ${JSON.stringify(known)}::jsonb` }) };
  const here = holdsLane(turn);
  const [written] = turn.isPart
    ? await db
        .update(recordingParts)
        .set(set)
        .where(here)
        .returning({
          ownerId: sql<string>`(select p.owner_id from protocols as p where p.id = ${recordingParts.protocolId})`,
          processing: recordingParts.processing,
          video: recordingParts.video,
        })
    : await db.update(protocols).set(set).where(here).returning({
        ownerId: protocols.ownerId,
        processing: protocols.processing,
        video: protocols.video,
      });
  return written;
}

/** Returns whether the run and the turn are still the present ones: not cancelled, replaced or taken over. */
export async function isCurrent(db: Db, turn: Turn): Promise<boolean> {
  const here = holdsLane(turn);
  const found = turn.isPart
    ? await db.select({ id: recordingParts.id }).from(recordingParts).where(here)
    : await db.select({ id: protocols.id }).from(protocols).where(here);
  return found.length > 0;
}

type PartStage = (typeof recordingParts.$inferSelect)['stage'];

/** New stage of a recording, and the stages from which it may move there. */
export type RecordingMove = {
  to: PartStage;
  from: readonly PartStage[];
  set?: Progress;
  /** Additional condition on the row. */
  where: SQL;
};

/** Moves the stage of a part in one conditional UPDATE. @returns whether it moved */
export async function movePart(db: Db, id: string, { to, from, set, where }: RecordingMove): Promise<boolean> {
  const moved = await db
    .update(recordingParts)
    .set({ ...(set && changesOf({ isPart: true }, set)), stage: to, updatedAt: sql`now()` })
    .where(and(eq(recordingParts.id, id), inArray(recordingParts.stage, [...from]), where))
    .returning({ id: recordingParts.id });
  return moved.length > 0;
}

/** Begins a run of a first recording whose protocol is finished, and stays so. @returns whether it began */
export async function beginRerun(db: Db, { protocolId, run }: Run, set: Progress, before: SQL): Promise<boolean> {
  const changes = changesOf({}, { ...set, video: { ...set.video, rerun: run } });
  return changeFinished(db, protocolId, changes, before);
}

/** Ends such a run. @returns whether it was one, and ended */
export async function endRerun(db: Db, { protocolId }: Run, { set, where }: Omit<RecordingMove, 'to' | 'from'>) {
  const changes = { ...(set && changesOf({}, set)), video: sql`${protocols.video} - 'rerun'` };
  return changeFinished(db, protocolId, changes, sql`${rerun} and ${where}`);
}

type Changes = { processing?: ProcessingStep[]; video?: SQL | undefined };

async function changeFinished(db: Db, id: string, changes: Changes, where: SQL): Promise<boolean> {
  const here = and(eq(protocols.id, id), eq(protocols.stage, 'finish'), where);
  const rows = await db.update(protocols).set(changes).where(here).returning({ id: protocols.id });
  return rows.length > 0;
}

/** `isVerified`: all chunks are received, and the verification is running or waiting. */
export type FoundUpload = { id: string; state: (typeof uploads.$inferSelect)['state']; isVerified: boolean };
const isVerified = or(eq(uploads.state, 'verifying'), isComplete);
const found = { id: uploads.id, state: uploads.state, isVerified: sql<boolean>`${isVerified}` };

/** Returns the upload named by a call, else the protocol's open one. */
export async function findUploadOf(
  db: Db,
  { protocolId, uploadId }: { protocolId: string; uploadId: string | undefined },
): Promise<FoundUpload | undefined> {
  const open = sql`${uploads.state} in ('receiving', 'verifying') and ${uploads.suspendedAt} is null`;
  const which = and(eq(uploads.protocolId, protocolId), uploadId === undefined ? open : eq(uploads.id, uploadId));
  return (await db.select(found).from(uploads).where(which))[0];
}

/** Returns the newest upload that is being verified, or waits for it, and will replace the first recording. */
export async function findReplacing(db: Db, protocolId: string): Promise<FoundUpload | undefined> {
  const which = and(eq(uploads.protocolId, protocolId), isNull(uploads.place), isVerified);
  const rows = db.select(found).from(uploads).where(which);
  return (await rows.orderBy(desc(uploads.createdAt)).limit(1))[0];
}
