import { hasIndex } from '../store/ranges.ts';
import { isComplete, isOver, isResting, type UploadFault, type UploadRow } from '../store/upload-row.ts';
import { afterFailure, afterHalving } from './engine-failures.ts';
import { afterAcknowledgement, begin, complete, fill, finishIfDone, rest } from './engine-moves.ts';
import type { Drive, Effect, EngineEvent, Step } from './engine-types.ts';
import { faults, rejectedFor, waitsForOther } from './faults.ts';
import { firstPace } from './pace.ts';

/** How the drive of an upload starts: nothing is under way, nothing known of the server. */
export function newDrive(row: UploadRow, source: Pick<Drive, 'staged' | 'hasFile'>): Drive {
  return {
    row,
    flight: {},
    partial: {},
    pace: firstPace,
    conflicts: 0,
    corruptions: 0,
    plain: false,
    verified: false,
    draining: false,
    ...source,
  };
}

/**
 * The upload's logic, all of it: an event in, the next state and what is to be done out. It reads no clock and touches
 * nothing; the driver carries the effects out and tells what came of them as further events.
 */
export function reduce(drive: Drive, event: EngineEvent): Step {
  const { row } = drive;
  const same: Step = { drive, effects: [] };
  switch (event.type) {
    case 'start':
      return isResting(row.state) ? same : begin(drive);
    case 'resume':
      return row.state === 'cancelling' || isOver(row) ? same : begin(fresh(drive));
    case 'online':
    case 'timer':
      return row.nextAttemptAt === null ? same : begin(drive);
    case 'synced':
      return row.state === 'syncing' ? synced(drive, event) : same;
    case 'hashed':
      return hashed(drive, event.index, event.sha256);
    case 'staged':
      return drive.staged.includes(event.index) ? same : fill({ ...drive, staged: [...drive.staged, event.index] });
    case 'halved':
      return afterHalving(drive);
    case 'progress':
      return drive.flight[event.index] === undefined
        ? same
        : fill({ ...drive, flight: { ...drive.flight, [event.index]: event.sent } });
    case 'acknowledged':
      return isResting(row.state) ? same : afterAcknowledgement(drive, event);
    case 'failed':
      return isResting(row.state) ? same : afterFailure(drive, event);
    case 'source-lost':
      return isResting(row.state) ? same : sourceLost(drive, event);
    case 'verified':
      if (row.state !== 'verifying') return same;
      return event.agrees ? finishIfDone({ ...drive, verified: true }) : differs(drive, event.newUploadId);
    case 'process-due':
      if (row.state !== 'verifying' || row.processed) return same;
      return { drive, effects: [{ type: 'announce', stage: 'video_process' }, { type: 'process' }] };
    case 'processed':
      return finishIfDone({ ...drive, row: { ...row, processed: true } });
    case 'process-refused': {
      // Nothing is left to send: the recording is there, whatever becomes of it.
      const step = finishIfDone({ ...drive, row: { ...row, processed: true } });
      const refusal = { type: 'announce', stage: 'video_process', refusal: event.fault.message } as const;
      return { ...step, effects: [refusal, ...step.effects] };
    }
    case 'moved':
      return { drive: { ...drive, row: { ...row, protocolId: event.protocolId } }, effects: [{ type: 'save' }] };
    case 'drain':
      return { drive: { ...drive, draining: true }, effects: [] };
    case 'pause':
      return isResting(row.state) || row.state === 'verifying' || row.state === 'cancelling'
        ? same
        : rest(drive, 'paused', null);
    case 'cancel':
      if (isOver(row)) return same;
      return begin({ ...drive, row: { ...row, state: 'cancelling', lastError: null, attempt: 0 } });
    case 'cancelled':
      if (row.state !== 'cancelling') return same;
      return { drive: { ...drive, row: { ...row, state: 'cancelled' } }, effects: [{ type: 'drop' }] };
  }
}

function synced(drive: Drive, event: Extract<EngineEvent, { type: 'synced' }>): Step {
  const anew = newName(event.newUploadId);
  // What was there as a whole is not brought back by itself; of a part the rest is sent again.
  const fault = event.state === 'unknown' && drive.row.processAt === null ? undefined : faultOf(event);
  if (fault) return rest({ ...drive, partial: {} }, 'failed', fault, anew);
  if (event.plain && drive.row.keeps) return rest(drive, 'failed', faults.oneRecording);
  // The server is the truth where it can tell; of a plain provider the local record is.
  const acknowledged = event.received ?? drive.row.acknowledged;
  const row: UploadRow = {
    ...drive.row,
    acknowledged,
    state: 'uploading',
    // To have waited for another is no failure.
    attempt: waitsForOther(drive.row.lastError) ? 0 : drive.row.attempt,
    begun: true,
    lastError: null,
    nextAttemptAt: null,
  };
  const isKept = (index: number) => row.recorded === true || !hasIndex(acknowledged, index);
  const staged = drive.staged.filter(isKept);
  const arrived = drive.staged.filter((index) => !isKept(index));
  const effects = arrived.map((index): Effect => ({ type: 'unstage', index }));
  const pace = event.plain ? { ...drive.pace, slots: 1 } : drive.pace;
  const next: Drive = { ...drive, row, staged, pace, partial: event.partial ?? {}, plain: event.plain };
  return isComplete(row) ? complete(next, event.now, effects) : fill(next, [{ type: 'save' }, ...effects]);
}

function faultOf({ state, reason }: Extract<EngineEvent, { type: 'synced' }>): UploadFault | undefined {
  if (state === 'cancelled') return faults.cancelledElsewhere;
  if (state === 'unknown') return faults.removedElsewhere;
  return state && rejectedFor(reason);
}

/** What the server dropped starts anew under a new name, when the person says so. */
function newName(uploadId: string): Partial<UploadRow> {
  return { uploadId, begun: false, acknowledged: [], processAt: null, processed: false };
}

/** The file here is no longer the one whose chunks were sent: it would be sent whole, and its digests are others. */
function differs(drive: Drive, newUploadId: string): Step {
  const hashes = new Array<null>(drive.row.total).fill(null);
  return rest(drive, 'failed', faults.differs, { ...newName(newUploadId), hashes });
}

function hashed(drive: Drive, index: number, sha256: string): Step {
  if (drive.row.hashes[index] === sha256) return { drive, effects: [] };
  const hashes = drive.row.hashes.map((hash, at) => (at === index ? sha256 : hash));
  // After a crash it tells whether the file is still the one that was begun; one that was not kept is read again.
  return { drive: { ...drive, row: { ...drive.row, hashes } }, effects: [{ type: 'save-soon' }] };
}

function sourceLost(drive: Drive, { index, from }: Extract<EngineEvent, { type: 'source-lost' }>): Step {
  const { [index]: _, ...flight } = drive.flight;
  if (from === 'staged') return fill({ ...drive, flight, staged: drive.staged.filter((at) => at !== index) });
  const row = { ...drive.row, lastError: faults.sourceChanged };
  return fill({ ...drive, row, flight, hasFile: false });
}

function fresh(drive: Drive): Drive {
  const { keeps, lastError } = drive.row;
  // Asked for again, it was agreed to.
  const isAgreed = lastError?.code === faults.oneRecording.code;
  return {
    ...drive,
    conflicts: 0,
    corruptions: 0,
    row: { ...drive.row, state: 'queued', attempt: 0, lastError: null, keeps: isAgreed ? undefined : keeps },
  };
}
