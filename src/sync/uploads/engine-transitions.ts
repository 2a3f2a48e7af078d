import { formatBytes } from '#src/format/index.ts';
import { missingFrom, withIndex } from '../store/ranges.ts';
import {
  acknowledgedBytes,
  chunkLength,
  isComplete,
  type UploadFault,
  type UploadRow,
  type UploadState,
} from '../store/upload-row.ts';
import type { Drive, Effect, EngineEvent, Step } from './engine-types.ts';
import { faults } from './faults.ts';
import { maxSlots, paceAfterChunk } from './pace.ts';

/** Starts an attempt, which first asks the server what it has. */
export function startAttempt(drive: Drive): Step {
  const cancelling = drive.row.state === 'cancelling';
  const row: UploadRow = { ...drive.row, state: cancelling ? 'cancelling' : 'syncing', nextAttemptAt: null };
  return {
    drive: { ...drive, row, flight: {} },
    effects: [{ type: 'abort' }, { type: 'save' }, { type: cancelling ? 'cancel' : 'sync' }],
  };
}

/** Stops in a state that only a person or a sign-in ends. */
export function stopIn(
  drive: Drive,
  state: UploadState,
  fault: UploadFault | null,
  changes: Partial<UploadRow> = {},
): Step {
  const row: UploadRow = { ...drive.row, state, lastError: fault, nextAttemptAt: null, ...changes };
  return { drive: { ...drive, row, flight: {} }, effects: [{ type: 'abort' }, { type: 'save' }] };
}

/** Waits for the connection or the server. Chunks under way are broken off, and sent again after the next sync. */
export function waitUntil(drive: Drive, state: UploadState, until: number, fault: UploadFault | null = null): Step {
  const row: UploadRow = {
    ...drive.row,
    state,
    lastError: fault,
    attempt: drive.row.attempt + 1,
    nextAttemptAt: until,
  };
  return {
    drive: { ...drive, row, flight: {} },
    effects: [{ type: 'abort' }, { type: 'save' }, { type: 'wait', until }],
  };
}

/** Sends the next chunks, as many as there are free slots. Stops in `needs-file` where no more can be read. */
export function sendNextChunks(drive: Drive, before: Effect[] = []): Step {
  if (drive.row.state !== 'uploading' || drive.draining) return { drive, effects: before };
  const flight = { ...drive.flight };
  const effects = [...before];
  let free = freeSlots(drive);
  for (const index of missingFrom(drive.row.acknowledged, drive.row.total)) {
    if (free <= 0) break;
    if (flight[index] !== undefined) continue;
    if (canRead(drive, index)) {
      flight[index] = drive.partial[index] ?? 0;
      effects.push({ type: 'send', index });
      free -= 1;
    } else if (drive.isPlainProvider) break;
  }
  const next = { ...drive, flight };
  if (Object.keys(flight).length > 0 || isComplete(drive.row)) return { drive: next, effects };
  const step = stopForSource(next);
  return { drive: step.drive, effects: [...before, ...step.effects] };
}

/** Stops where no more can be read. Of a recording made here it notes what, since nothing else has those bytes. */
export function stopForSource(drive: Drive): Step {
  const { row } = drive;
  const lost = row.recorded && [...missingFrom(row.acknowledged, row.total)].filter((index) => !canRead(drive, index));
  return stopIn(drive, 'needs-file', needsFile(row), lost && { unreadable: lost });
}

/**
 * Returns how many chunks may be begun. One that was sent whole and only waits for its answer takes no slot, up to the number
 * that all tabs share. It does take one where failures or a plain provider left a single slot, and before a measurement has
 * passed without failure: chunks under way are sent again when the connection or the server fails.
 */
function freeSlots({ row, flight, pace }: Drive): number {
  const underWay = Object.entries(flight);
  if (pace.slots === 1 || !pace.isSteady) return pace.slots - underWay.length;
  const sending = underWay.filter(([index, sent]) => sent < chunkLength(row, Number(index)));
  return Math.min(pace.slots - sending.length, maxSlots - underWay.length);
}

/**
 * Starts to verify an upload whose chunks are all at the server. Processing is due 3 s after the last one (spec.md §4). The
 * count of failures stays: the one before may have been to start processing, which is due again at once.
 */
export function startVerifying(drive: Drive, now: number, before: Effect[] = []): Step {
  const { row } = drive;
  // The device's clock may have been put back since.
  const processAt = Math.min(row.processAt ?? Number.POSITIVE_INFINITY, now + 3_000);
  const effects: Effect[] = [...before, { type: 'save' }];
  if (row.processAt === null) effects.push({ type: 'announce', stage: 'video_uploaded' });
  if (!row.processed) effects.push({ type: 'process-at', at: processAt });
  effects.push({ type: 'verify' });
  return { drive: { ...drive, row: { ...row, state: 'verifying', processAt } }, effects };
}

/** Ends an upload that the server has verified and begun to process. */
export function finishIfDone(drive: Drive): Step {
  const { row } = drive;
  if (row.state !== 'verifying' || !drive.verified || !row.processed) return { drive, effects: [{ type: 'save' }] };
  return { drive: { ...drive, row: { ...row, state: 'done' } }, effects: [{ type: 'drop' }] };
}

/** Returns the fault that says what happened, and how much is left to send. */
function needsFile(row: UploadRow): UploadFault {
  const { code, message } = row.lastError ?? (row.recorded ? faults.partUnreadable : faults.needsFile);
  const left = formatBytes(row.size - acknowledgedBytes(row));
  return { code, message: `${message} Осталось отправить ${left} из ${formatBytes(row.size)}.` };
}

function canRead(drive: Drive, index: number): boolean {
  return drive.hasFile || isOnDevice(drive, index);
}

/** Whether a chunk is staged, or zeros may stand in its place. */
export function isOnDevice({ row, staged }: Drive, index: number): boolean {
  return staged.includes(index) || row.gaps?.includes(index) === true;
}

/** Records a chunk that the server has, and sends the next ones. */
export function afterAcknowledgement(
  drive: Drive,
  { index, now }: Extract<EngineEvent, { type: 'acknowledged' }>,
): Step {
  const row: UploadRow = { ...drive.row, attempt: 0, acknowledged: withIndex(drive.row.acknowledged, index) };
  const next: Drive = {
    ...drive,
    row,
    flight: without(drive.flight, index),
    partial: without(drive.partial, index),
    staged: row.recorded ? drive.staged : drive.staged.filter((at) => at !== index),
    conflicts: 0,
    corruptions: 0,
    pace: drive.isPlainProvider ? drive.pace : paceAfterChunk(drive.pace, chunkLength(row, index), now),
  };
  // A plain provider cannot tell what it has.
  const effects: Effect[] = [{ type: drive.isPlainProvider ? 'save' : 'save-soon' }];
  if (drive.staged.includes(index) && !row.recorded) effects.push({ type: 'unstage', index });
  if (row.state === 'uploading' && isComplete(row)) return startVerifying(next, now, effects);
  return sendNextChunks(next, effects);
}

/** Returns the bytes by index without one chunk. */
export function without(bytes: Drive['flight'], index: number): Drive['flight'] {
  const { [index]: _, ...others } = bytes;
  return others;
}
