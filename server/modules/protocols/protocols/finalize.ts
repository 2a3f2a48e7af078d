import { isMeetingAhead } from '#contract/meetings/meeting-ahead.ts';
import { findNumbering } from '#server/modules/bodies/index.ts';
import type { Reader } from '#server/modules/identity/index.ts';
import type { OfficeTime } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { closeReportsOfCarriedTasks, lockCarriedTasks } from '../shared/close-reports.ts';
import type { ProtocolRow } from '../shared/protocol-access-repository.ts';
import { moveStage, type StageDeps } from '../shared/protocol-stage.ts';
import { keepFinalVersion, nextVersion, noteReopening } from './final-repository.ts';
import { type NumberSeries, takeNextNumber } from './number-repository.ts';
import { illegalStage, meetingNotYetHeld } from './policy.ts';
import { type ReadProtocol, withSecretary } from './read-protocol.ts';

type Deps = {
  db: Db;
  events: StageDeps['events'];
  read: ReadProtocol;
  user: Reader;
  /** Queues the making of the version's files. */
  orderVersionFiles: (db: Db, protocolId: string) => Promise<void>;
};

/**
 * Makes a finished protocol final: assigns a number if it has none, and stores the signed-off version.
 * @param isMeant the person has confirmed it although the meeting is still ahead
 */
export async function finalize(
  deps: Deps,
  row: ProtocolRow,
  { now, zone }: OfficeTime,
  isMeant: boolean,
): Promise<void> {
  if (row.stage !== 'finish') throw illegalStage(row.stage);
  if (!isMeant && isMeetingAhead(row.heldAt, now, zone)) throw meetingNotYetHeld();
  await lockCarriedTasks(deps.db, row.id);
  // Read before the number is reserved: others of the organization wait for theirs until the transaction ends.
  const protocol = await deps.read(deps.db, deps.user, row.id);
  const number = row.number ?? (await takeNextNumber(deps.db, await numberSeriesOf(deps.db, row)));
  const move = await moveStage(deps, { protocolId: row.id, to: 'final', set: { number, version: nextVersion } });
  if (!move.moved) throw illegalStage(move.stage);
  const signed = { ...withSecretary(protocol, row), number, stage: move.stage, version: move.version };
  await keepFinalVersion(deps.db, signed, row, deps.user.id);
  await deps.orderVersionFiles(deps.db, row.id);
  await closeReportsOfCarriedTasks(deps.db, row.id, now);
}

/**
 * Returns the number series of a protocol. One that is numbered with all others, since its body had no numbering at the
 * time, gets no prefix or suffix.
 */
async function numberSeriesOf(
  db: Db,
  { numberScope: scope, numberYear: year, bodyId }: ProtocolRow,
): Promise<NumberSeries> {
  const isOwn = scope === `body:${bodyId}`;
  return { scope, year, numbering: isOwn ? await findNumbering(db, bodyId) : undefined };
}

/** Reopens a final protocol as a new version with the same number. */
export async function reopen(
  deps: Pick<Deps, 'db' | 'events'>,
  row: ProtocolRow,
  reason: string,
  now: Date,
): Promise<void> {
  const move = await moveStage(deps, {
    protocolId: row.id,
    to: 'finish',
    from: ['final'],
    set: { version: nextVersion },
  });
  if (!move.moved) throw illegalStage(move.stage);
  await noteReopening(deps.db, row.id, reason, now);
}
