import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ProcessingStep } from '#contract/processing.ts';
import { moveStage } from '#server/modules/protocols/index.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import type { Processed, Run } from './repository.ts';

type Deps = { db: Db; events: EventHub };
type PartStage = (typeof recordingParts.$inferSelect)['stage'];

type Move = {
  to: PartStage;
  from: readonly PartStage[];
  set?: { processing?: ProcessingStep[]; video?: StoredVideo };
  /** A further condition on the row. */
  where: SQL;
};

/** Moves the stage of a recording: the protocol's by its own rules, that of a part beside it. @returns whether it did */
export async function moveRecording(deps: Deps, run: Pick<Run, 'protocolId' | 'uploadId' | 'isPart'>, move: Move) {
  if (!run.isPart) return (await moveStage(deps, { protocolId: run.protocolId, ...move })).moved;
  const { to, from, set, where } = move;
  const moved = await deps.db
    .update(recordingParts)
    .set({ ...set, stage: to, updatedAt: sql`now()` })
    .where(and(eq(recordingParts.id, run.uploadId), inArray(recordingParts.stage, [...from]), where))
    .returning({ id: recordingParts.id });
  return moved.length > 0;
}

/** Tells the owner how far the processing of a recording is. */
export function tellSteps(
  events: EventHub,
  { ownerId, id, isPart }: Pick<Processed, 'ownerId' | 'id' | 'isPart'>,
  processing: ProcessingStep[],
): void {
  // Of a part the page reads what it needs: the news between nodes are short.
  if (isPart) events.publish(ownerId, { type: 'recordings', protocol_id: id });
  else events.publish(ownerId, { type: 'processing', protocol_id: id, processing });
}
