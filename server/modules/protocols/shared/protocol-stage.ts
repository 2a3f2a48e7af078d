import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Stage, stagesBefore } from '#contract/stage.ts';
import { type Db, isRerun, type StoredVideo } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** Returns whether the first recording is being processed: by the stage, or again although the protocol is finished. */
export function isProcessed({ stage, video }: { stage: Stage; video: StoredVideo | null }): boolean {
  return stage === 'video_process' || (stage === 'finish' && isRerun(video));
}

export type StageEvent = { type: 'stage'; protocol_id: string; stage: Stage; version: number };

export type StageDeps = {
  db: Db;
  /** Tells the owner's apps. Within a transaction, pass an object that publishes after the commit. */
  events: { publish(userId: string, event: StageEvent): void };
};

export type StageMove = {
  protocolId: string;
  to: Stage;
  /** Allows the move only from these stages, among those that the contract allows. */
  from?: readonly Stage[];
  /** Columns changed together with the stage, in the same UPDATE. */
  set?: Partial<Pick<typeof protocols.$inferInsert, 'processing' | 'number' | 'recordingShared'>> & {
    video?: StoredVideo | SQL;
    version?: SQL;
  };
  /** Additional condition on the row. */
  where?: SQL;
};

/** `stage` of a refused move is the present stage of the protocol; undefined if there is no such protocol. */
export type StageOutcome =
  | { moved: true; ownerId: string; stage: Stage; version: number }
  | { moved: false; stage: Stage | undefined };

/**
 * Moves a protocol to another stage; nothing else changes it. A conditional UPDATE allows only the moves of the
 * contract, so that of two concurrent moves only one succeeds; then the event is published.
 */
export async function moveStage({ db, events }: StageDeps, move: StageMove): Promise<StageOutcome> {
  const allowed = stagesBefore(move.to).filter((stage) => !move.from || move.from.includes(stage));
  const [row] = await db
    .update(protocols)
    .set({ ...move.set, stage: move.to, stageChangedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(protocols.id, move.protocolId), inArray(protocols.stage, allowed), move.where))
    .returning({ ownerId: protocols.ownerId, version: protocols.version });
  if (row) {
    events.publish(row.ownerId, { type: 'stage', protocol_id: move.protocolId, stage: move.to, version: row.version });
    return { moved: true, ownerId: row.ownerId, stage: move.to, version: row.version };
  }
  const [stay] = await db.select({ stage: protocols.stage }).from(protocols).where(eq(protocols.id, move.protocolId));
  return { moved: false, stage: stay?.stage };
}
