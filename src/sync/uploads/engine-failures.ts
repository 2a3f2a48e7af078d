import { countOf, missingFrom } from '../store/ranges.ts';
import { halved, isResting } from '../store/upload-row.ts';
import { backoffMs, networkRetryMs } from '../time/backoff.ts';
import {
  isOnDevice,
  sendNextChunks,
  startAttempt,
  stopForSource,
  stopIn,
  waitUntil,
  without,
} from './engine-transitions.ts';
import type { Drive, EngineEvent, Step } from './engine-types.ts';
import { faults } from './faults.ts';
import { paceAfterCut, paceAfterTrouble } from './pace.ts';

const maxConflicts = 3;
const maxCorruptions = 5;
const smallestChunk = 512 * 1024;

/** After a failed call the upload waits for the network, the server or the person, tries again, or fails for good. */
export function afterFailure(drive: Drive, event: Extract<EngineEvent, { type: 'failed' }>): Step {
  const { failure, index, now, random } = event;
  const { row } = drive;
  const next: Drive = index === undefined ? drive : { ...drive, flight: without(drive.flight, index) };
  const cancelling = row.state === 'cancelling';
  const waitNet = cancelling ? 'cancelling' : 'wait-net';
  const waitServer = cancelling ? 'cancelling' : 'wait-server';
  switch (failure.kind) {
    case 'network':
      return waitUntil({ ...next, pace: paceAfterCut(next.pace) }, waitNet, now + networkRetryMs(row.attempt, random));
    case 'timeout':
      return waitUntil(slower(next), waitNet, now + networkRetryMs(row.attempt, random));
    case 'server':
      return waitUntil(slower(next), waitServer, now + Math.max(failure.retryAfterMs, backoffMs(row.attempt, random)));
    case 'wait':
      return waitUntil(next, waitServer, now + failure.afterMs + backoffMs(row.attempt, random), failure.fault);
    case 'signed-out':
      return stopIn(next, cancelling ? 'cancelling' : 'wait-auth', null);
    case 'conflict':
      // Too late to cancel: the server has the recording, so it is processed.
      if (cancelling && failure.fault.code === 'upload_assembled') {
        return startAttempt({ ...next, row: { ...row, state: 'queued', attempt: 0 } });
      }
      if (next.conflicts >= maxConflicts) return stopIn(next, 'failed', failure.fault);
      return startAttempt({ ...next, conflicts: next.conflicts + 1 });
    case 'corrupt':
      // Only the corrupted chunk is sent again; its digest stays, so that a changed file is noticed.
      if (next.corruptions >= maxCorruptions) return stopIn(next, 'failed', faults.corrupt);
      return sendNextChunks({ ...withoutPartial(next, index), corruptions: next.corruptions + 1 });
    case 'rest-unknown':
      return sendNextChunks(withoutPartial(next, index));
    case 'too-large':
      return smaller(next) ?? stopIn(next, 'failed', failure.fault);
    case 'refused':
      // What is to be cancelled may be gone already.
      if (cancelling) return { drive: { ...next, row: { ...row, state: 'cancelled' } }, effects: [{ type: 'drop' }] };
      return stopIn(next, 'failed', failure.fault);
  }
}

/**
 * Returns the step after a plain provider refused a chunk as too large: halves are sent from the beginning, as long as
 * it has acknowledged none. A completely staged upload is halved on the device; a partly staged one needs the file
 * itself, or a person's word where nothing else has what is missing.
 */
function smaller(drive: Drive): Step | undefined {
  const { row } = drive;
  const chunkSize = row.chunkSize / 2;
  if (!drive.isPlainProvider || countOf(row.acknowledged) > 0 || chunkSize < smallestChunk) return undefined;
  if ([...missingFrom([], row.total)].every((index) => isOnDevice(drive, index)))
    return { drive: { ...drive, flight: {} }, effects: [{ type: 'abort' }, { type: 'halve' }] };
  if (!drive.hasFile && row.recorded) return stopForSource(drive);
  if (!drive.hasFile) return stopIn(drive, 'needs-file', faults.smallerParts);
  const step = startAttempt({ ...drive, row: halved(row), staged: [] });
  return { drive: step.drive, effects: [{ type: 'unstage-all' }, ...step.effects] };
}

/** Goes on after the staged chunks were halved on the device. */
export function afterHalving(drive: Drive): Step {
  const row = halved(drive.row);
  const next = { ...drive, row, staged: [...new Array(row.total).keys()] };
  return isResting(row.state) ? { drive: next, effects: [{ type: 'save' }] } : startAttempt(next);
}

function slower(drive: Drive): Drive {
  return { ...drive, pace: paceAfterTrouble(drive.pace) };
}

/** Returns the drive that sends this chunk from its beginning. */
function withoutPartial(drive: Drive, index = -1): Drive {
  return { ...drive, partial: without(drive.partial, index) };
}
