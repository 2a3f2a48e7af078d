import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { moveStage } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { changesOf, endRerun, movePart, type Processed, type RecordingMove, type Run } from './repository.ts';

type Deps = { db: Db; events: EventHub };
/**
 * Moves the stage of a recording: that of the protocol by its own rules, or that of a part. A run that ends while the
 * protocol is finished leaves the stage. @returns whether it moved
 */
export async function moveRecording(deps: Deps, run: Run, move: RecordingMove) {
  if (run.isPart) return movePart(deps.db, run.uploadId, move);
  if (move.from.includes('video_process') && (await endRerun(deps.db, run, move))) return true;
  const set = move.set && changesOf(run, move.set);
  return (await moveStage(deps, { ...move, protocolId: run.protocolId, set })).moved;
}

/** Publishes the processing steps of a recording to its owner. */
export function publishSteps(
  events: EventHub,
  { ownerId, id, isPart }: Pick<Processed, 'ownerId' | 'id' | 'isPart'>,
  processing: ProcessingStep[],
): void {
  // For a part the page reads the details itself, since events between nodes must be short.
  if (isPart) events.publish(ownerId, { type: 'recordings', protocol_id: id });
  else events.publish(ownerId, { type: 'processing', protocol_id: id, processing });
}
