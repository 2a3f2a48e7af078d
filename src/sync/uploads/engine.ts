import { hasIndex } from '../store/ranges.ts';
import { isComplete, isOver, isResting, type UploadFault, type UploadRow } from '../store/upload-row.ts';
import { afterFailure, afterHalving } from './engine-failures.ts';
import {
  afterAcknowledgement,
  finishIfDone,
  sendNextChunks,
  startAttempt,
  startVerifying,
  stopIn,
} from './engine-transitions.ts';
import type { Drive, Effect, EngineEvent, Step } from './engine-types.ts';
import { faults, rejectedFor, waitsForOther } from './faults.ts';
import { firstPace } from './pace.ts';

/** Returns the drive of an upload at its start: nothing is under way, nothing known of the server. */
export function newDrive(row: UploadRow, source: Pick<Drive, 'staged' | 'hasFile'>): Drive {
  return {
    row,
    flight: {},
    partial: {},
    pace: firstPace,
    conflicts: 0,
    corruptions: 0,
    isPlainProvider: false,
    verified: false,
    draining: false,
    ...source,
  };
}

/*
 * The states of an upload (`UploadRow.state`):
 *
 *   queued ──start──► syncing ──synced──► uploading ──all acknowledged──► verifying ──verified, processed──► done
 *                        ▲                    │                               │
 *                        │                 failure                         failure
 *                        │                    ▼                               │
 *                        └──timer, online── wait-net, wait-server ◄───────────┘
 *
 *   syncing, uploading, wait-… ──┬─ pause ──► paused             a person resumes: queued, then as after `start`
 *                                ├─ no bytes ► needs-file        a person picks the file again, which resumes, or
 *                                │                               agrees to a gap in what was recorded here
 *                                ├─ refused ─► failed            a person retries, which resumes
 *                                └─ 401 ─────► wait-auth         a sign-in resumes
 *   any but done ─── cancel ──► cancelling ──the server has dropped it──► cancelled
 *
 * Every attempt begins with `syncing`: it asks the server what it has. `done` and `cancelled` delete the row.
 */

/**
 * Returns the next state after an event, and the effects to carry out. It is pure; the driver carries the effects out and
 * dispatches their outcome as further events.
 */
export function reduce(drive: Drive, event: EngineEvent): Step {
  const { row } = drive;
  const same: Step = { drive, effects: [] };
  switch (event.type) {
    case 'start':
      return isResting(row.state) ? same : startAttempt(drive);
    case 'resume':
      return row.state === 'cancelling' || isOver(row) ? same : startAttempt(resetFailures(drive, event.fillsGaps));
    case 'online':
    case 'timer':
      return row.nextAttemptAt === null ? same : startAttempt(drive);
    case 'synced':
      return row.state === 'syncing' ? synced(drive, event) : same;
    case 'hashed':
      return hashed(drive, event.index, event.sha256);
    case 'staged':
      return drive.staged.includes(event.index)
        ? same
        : sendNextChunks({ ...drive, staged: [...drive.staged, event.index] });
    case 'halved':
      return afterHalving(drive);
    case 'progress':
      return drive.flight[event.index] === undefined
        ? same
        : sendNextChunks({ ...drive, flight: { ...drive.flight, [event.index]: event.sent } });
    case 'acknowledged':
      return isResting(row.state) ? same : afterAcknowledgement(drive, event);
    case 'failed':
      return isResting(row.state) ? same : afterFailure(drive, event);
    case 'source-lost':
      return isResting(row.state) ? same : sourceLost(drive, event);
    case 'verified':
      if (row.state !== 'verifying') return same;
      return event.agrees ? finishIfDone({ ...drive, verified: true }) : fileDiffers(drive, event.newUploadId);
    case 'process-due':
      if (row.state !== 'verifying' || row.processed) return same;
      return { drive, effects: [{ type: 'announce', stage: 'video_process' }, { type: 'process' }] };
    case 'processed':
      return finishIfDone({ ...drive, row: { ...row, processed: true, attempt: 0 } });
    case 'process-refused': {
      // Nothing is left to send: the recording is there, whatever becomes of it.
      const step = finishIfDone({ ...drive, row: { ...row, processed: true } });
      const refusal = { type: 'announce', stage: 'video_process', refusal: event.fault.message } as const;
      return { ...step, effects: [refusal, ...step.effects] };
    }
    case 'protocol-renamed':
      return { drive: { ...drive, row: { ...row, protocolId: event.protocolId } }, effects: [{ type: 'save' }] };
    case 'drain':
      return { drive: { ...drive, draining: true }, effects: [] };
    case 'pause':
      return isResting(row.state) || row.state === 'verifying' || row.state === 'cancelling'
        ? same
        : stopIn(drive, 'paused', null);
    case 'cancel':
      if (isOver(row)) return same;
      return startAttempt({ ...drive, row: { ...row, state: 'cancelling', lastError: null, attempt: 0 } });
    case 'cancelled':
      if (row.state !== 'cancelling') return same;
      return { drive: { ...drive, row: { ...row, state: 'cancelled' } }, effects: [{ type: 'drop' }] };
  }
}

function synced(drive: Drive, event: Extract<EngineEvent, { type: 'synced' }>): Step {
  const renewed = newName(event.newUploadId);
  // An upload that was complete and is unknown now was removed on purpose; an incomplete one is sent again.
  const fault = event.state === 'unknown' && drive.row.processAt === null ? undefined : faultOf(event);
  if (fault) return stopIn({ ...drive, partial: {} }, 'failed', fault, renewed);
  if (event.isPlainProvider && drive.row.keeps) return stopIn(drive, 'failed', faults.oneRecording);
  // The server's record counts; a plain provider has none, so the local one does.
  const acknowledged = event.received ?? drive.row.acknowledged;
  const row: UploadRow = {
    ...drive.row,
    acknowledged,
    state: 'uploading',
    // Waiting for another upload does not count as a failure.
    attempt: waitsForOther(drive.row.lastError) ? 0 : drive.row.attempt,
    begun: true,
    lastError: null,
    nextAttemptAt: null,
  };
  const isKept = (index: number) => row.recorded === true || !hasIndex(acknowledged, index);
  const staged = drive.staged.filter(isKept);
  const arrived = drive.staged.filter((index) => !isKept(index));
  const effects = arrived.map((index): Effect => ({ type: 'unstage', index }));
  const pace = event.isPlainProvider ? { ...drive.pace, slots: 1 } : drive.pace;
  const next: Drive = {
    ...drive,
    row,
    staged,
    pace,
    partial: event.partial ?? {},
    isPlainProvider: event.isPlainProvider,
  };
  return isComplete(row)
    ? startVerifying(next, event.now, effects)
    : sendNextChunks(next, [{ type: 'save' }, ...effects]);
}

function faultOf({ state, reason }: Extract<EngineEvent, { type: 'synced' }>): UploadFault | undefined {
  if (state === 'cancelled') return faults.cancelledElsewhere;
  if (state === 'unknown') return faults.removedElsewhere;
  return state && rejectedFor(reason);
}

/** Returns the changes of a row whose upload the server dropped: it starts anew under a new name when the person says so. */
function newName(uploadId: string): Partial<UploadRow> {
  return { uploadId, begun: false, acknowledged: [], processAt: null, processed: false };
}

/** Fails an upload whose file is no longer the one that was sent: a retry sends it whole, with new digests. */
function fileDiffers(drive: Drive, newUploadId: string): Step {
  const hashes = new Array<null>(drive.row.total).fill(null);
  return stopIn(drive, 'failed', faults.differs, { ...newName(newUploadId), hashes });
}

function hashed(drive: Drive, index: number, sha256: string): Step {
  if (drive.row.hashes[index] === sha256) return { drive, effects: [] };
  const hashes = drive.row.hashes.map((hash, at) => (at === index ? sha256 : hash));
  // After a crash the digest shows whether the file is still the same; one that was not saved is computed again.
  return { drive: { ...drive, row: { ...drive.row, hashes } }, effects: [{ type: 'save-soon' }] };
}

function sourceLost(drive: Drive, { index, from }: Extract<EngineEvent, { type: 'source-lost' }>): Step {
  const { [index]: _, ...flight } = drive.flight;
  if (from === 'staged') return sendNextChunks({ ...drive, flight, staged: drive.staged.filter((at) => at !== index) });
  const row = { ...drive.row, lastError: faults.sourceChanged };
  return sendNextChunks({ ...drive, row, flight, hasFile: false });
}

function resetFailures(drive: Drive, fillsGaps = false): Drive {
  const { keeps, lastError, unreadable, gaps = [] } = drive.row;
  // By retrying after that refusal the person has agreed to it.
  const isAgreed = lastError?.code === faults.oneRecording.code;
  return {
    ...drive,
    conflicts: 0,
    corruptions: 0,
    row: {
      ...drive.row,
      state: 'queued',
      attempt: 0,
      lastError: null,
      keeps: isAgreed ? undefined : keeps,
      unreadable: undefined,
      ...(fillsGaps && unreadable && { gaps: [...new Set([...gaps, ...unreadable])] }),
    },
  };
}
