import type { ProcessingStep } from '#contract/processing.ts';
import { moveStage } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { changesOf, movePart, type Processed, type RecordingMove, type Run } from './repository.ts';

type Deps = { db: Db; events: EventHub };
/** Moves the stage of a recording: the protocol's by its own rules, that of a part beside it. @returns whether it did */
export async function moveRecording(
  deps: Deps,
  run: Pick<Run, 'protocolId' | 'uploadId' | 'isPart'>,
  move: RecordingMove,
) {
  if (run.isPart) return movePart(deps.db, run.uploadId, move);
  const set = move.set && changesOf(run, move.set);
  return (await moveStage(deps, { ...move, protocolId: run.protocolId, set })).moved;
}

/** Tells the owner how far the processing of a recording is. */
export function publishSteps(
  events: EventHub,
  { ownerId, id, isPart }: Pick<Processed, 'ownerId' | 'id' | 'isPart'>,
  processing: ProcessingStep[],
): void {
  // Of a part the page reads what it needs: the news between nodes are short.
  if (isPart) events.publish(ownerId, { type: 'recordings', protocol_id: id });
  else events.publish(ownerId, { type: 'processing', protocol_id: id, processing });
}
