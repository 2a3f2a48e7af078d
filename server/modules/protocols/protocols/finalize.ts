import { isMeetingAhead } from '#contract/meeting-ahead.ts';
import { findNumbering } from '#server/modules/bodies/index.ts';
import type { Reader } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { closeReportsOfCarriedTasks } from '../shared/close-reports.ts';
import type { ProtocolRow } from '../shared/own-protocol-repository.ts';
import { moveStage, type StageDeps } from '../shared/protocol-stage.ts';
import { keepFinalVersion, nextVersion, noteReopening } from './final-repository.ts';
import { type NumberSeries, takeNextNumber } from './number-repository.ts';
import { illegalStage, meetingNotYetHeld } from './policy.ts';
import type { ReadProtocol } from './read-protocol.ts';

type Deps = {
  db: Db;
  events: StageDeps['events'];
  read: ReadProtocol;
  user: Reader;
  /** Orders the files of the version. */
  orderVersionFiles: (db: Db, protocolId: string) => Promise<void>;
};

/**
 * Makes a finished protocol final: gives the number where there is none, and keeps what was signed off.
 * @param isMeant it is to be so although its meeting is still to come
 */
export async function finalize(deps: Deps, row: ProtocolRow, now: Date, isMeant: boolean): Promise<void> {
  if (row.stage !== 'finish') throw illegalStage(row.stage);
  if (!isMeant && isMeetingAhead(row.heldAt, now)) throw meetingNotYetHeld();
  // Read before the number is reserved: others of the organization wait for theirs until the transaction ends.
  const protocol = await deps.read(deps.db, deps.user, row.id);
  const number = row.number ?? (await takeNextNumber(deps.db, await seriesOf(deps.db, row)));
  const move = await moveStage(deps, { protocolId: row.id, to: 'final', set: { number, version: nextVersion } });
  if (!move.moved) throw illegalStage(move.stage);
  await keepFinalVersion(deps.db, { ...protocol, number, stage: move.stage, version: move.version }, deps.user.id);
  await deps.orderVersionFiles(deps.db, row.id);
  await closeReportsOfCarriedTasks(deps.db, row.id, now);
}

/** A protocol that counts with all others, since it did before its body counted by itself, has no signs around its number. */
async function seriesOf(db: Db, { numberScope: scope, numberYear: year, bodyId }: ProtocolRow): Promise<NumberSeries> {
  const isOwn = scope === `body:${bodyId}`;
  return { scope, year, numbering: isOwn ? await findNumbering(db, bodyId) : undefined };
}

/** Opens a final protocol again, as a new version under the same number. */
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
