import { and, eq, sql } from 'drizzle-orm';
import type { ProcessingStep } from '#contract/processing.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { uploads } from '#server/schema/video.ts';

const columns = {
  id: protocols.id,
  ownerId: protocols.ownerId,
  stage: protocols.stage,
  video: protocols.video,
  processing: protocols.processing,
};

/** A protocol with what its processing is about. */
export async function findProcessing(db: Db, id: string) {
  return (await db.select(columns).from(protocols).where(eq(protocols.id, id)))[0];
}

/** Every protocol whose video is being processed. */
export function listProcessing(db: Db) {
  return db.select(columns).from(protocols).where(eq(protocols.stage, 'video_process'));
}

/** The condition that a protocol still has this recording and no later run has begun. */
export function sameRun(uploadId: string, run: number) {
  const { video } = protocols;
  return sql`${video}->>'upload_id' = ${uploadId} and coalesce((${video}->>'run')::int, 0) = ${run}`;
}

/** Which run of which recording; a retry is a new run. */
export type Run = { protocolId: string; uploadId: string; run: number };
/** Which node does a run now: a node that seemed dead loses its turn to another one. */
export type Turn = Run & { turn: string };

function current({ protocolId, uploadId, run }: Run) {
  return and(eq(protocols.id, protocolId), eq(protocols.stage, 'video_process'), sameRun(uploadId, run));
}

/** The condition that a run is still done by who took this turn. */
export function sameTurn({ uploadId, run, turn }: Turn) {
  return sql`${sameRun(uploadId, run)} and ${protocols.video}->>'turn' = ${turn}`;
}

/** Takes a run over from whoever did it before. @returns the protocol, unless the run is over or was replaced */
export async function takeTurn(db: Db, turn: Turn) {
  const video = sql`jsonb_set(${protocols.video}, '{turn}', to_jsonb(${turn.turn}::text))`;
  return (await db.update(protocols).set({ video }).where(current(turn)).returning(columns))[0];
}

/** Writes how far a run has come. @returns false where it is no longer done here: nothing was written then */
export async function writeProgress(
  db: Db,
  turn: Turn,
  set: { processing: ProcessingStep[]; video?: StoredVideo },
): Promise<boolean> {
  const here = and(current(turn), sameTurn(turn));
  return (await db.update(protocols).set(set).where(here).returning({ id: protocols.id })).length > 0;
}

/** Whether this is still the protocol's run and turn: it was neither cancelled nor replaced nor taken over. */
export async function isCurrent(db: Db, turn: Turn): Promise<boolean> {
  return (
    (
      await db
        .select({ id: protocols.id })
        .from(protocols)
        .where(and(current(turn), sameTurn(turn)))
    ).length > 0
  );
}

/** The upload that a call names; else the protocol's that is not assembled yet. */
export async function findUpload(db: Db, protocolId: string, id: string | undefined) {
  const open = sql`${uploads.state} in ('receiving', 'verifying')`;
  const which = and(eq(uploads.protocolId, protocolId), id === undefined ? open : eq(uploads.id, id));
  return (await db.select({ id: uploads.id, state: uploads.state }).from(uploads).where(which))[0];
}
