import { backoffMs, probeMs } from './backoff.ts';
import { begin, complete, fill, rest, waitUntil } from './engine-moves.ts';
import type { Drive, EngineEvent, Step } from './engine-types.ts';
import { faults } from './faults.ts';
import { countOf, withIndex } from './ranges.ts';
import { isComplete, type UploadRow } from './upload-row.ts';

const mostSlots = 3;
const streakForOneMore = 8;
const mostConflicts = 3;
const mostCorruptions = 5;
const smallestChunk = 512 * 1024;
const fullDiskMs = 30_000;

/** A chunk is safe at the server. */
export function afterAcknowledgement(drive: Drive, event: Extract<EngineEvent, { type: 'acknowledged' }>): Step {
  const row = { ...drive.row, acknowledged: withIndex(drive.row.acknowledged, event.index) };
  const streak = drive.streak + 1;
  const grows = !drive.plain && streak >= streakForOneMore && drive.slots < mostSlots;
  const next: Drive = {
    ...drive,
    row: row.state === 'uploading' ? { ...row, attempt: 0 } : row,
    flight: without(drive.flight, event.index),
    conflicts: 0,
    slots: grows ? drive.slots + 1 : drive.slots,
    streak: grows ? 0 : streak,
  };
  const kept = [{ type: 'acknowledge', index: event.index }] as const;
  if (row.state === 'uploading' && isComplete(row)) return complete(next, event.now, [...kept]);
  return fill(next, [...kept]);
}

/** A call brought nothing: what is done next depends on why. */
export function afterFailure(drive: Drive, event: Extract<EngineEvent, { type: 'failed' }>): Step {
  const { failure, now, random } = event;
  const { row } = drive;
  const flight = event.index === undefined ? drive.flight : without(drive.flight, event.index);
  const next: Drive = { ...drive, flight, streak: 0 };
  const cancelling = row.state === 'cancelling';
  switch (failure.kind) {
    case 'network':
      return waitUntil(next, cancelling ? 'cancelling' : 'wait-net', now + probeMs(random));
    case 'timeout':
      return waitUntil(slower(next), cancelling ? 'cancelling' : 'wait-net', now + probeMs(random));
    case 'server': {
      const pause = Math.max(failure.retryAfterMs, backoffMs(row.attempt, random));
      return waitUntil(slower(next), cancelling ? 'cancelling' : 'wait-server', now + pause);
    }
    case 'full':
      return waitUntil(next, 'wait-server', now + Math.max(fullDiskMs, backoffMs(row.attempt, random)), failure.fault);
    case 'signed-out':
      return rest(next, 'wait-auth', null);
    case 'conflict':
      if (next.conflicts >= mostConflicts) return rest(next, 'failed', failure.fault);
      return begin({ ...next, conflicts: next.conflicts + 1 });
    case 'corrupt':
      return corrupt(next, event.index);
    case 'too-large':
      return smaller(next) ?? rest(next, 'failed', failure.fault);
    case 'refused':
      // What is to be cancelled may be gone already.
      if (cancelling) return { drive: { ...next, row: { ...row, state: 'cancelled' } }, effects: [{ type: 'drop' }] };
      return rest(next, 'failed', failure.fault);
  }
}

/** Only the chunk that arrived broken goes again, and is read anew. */
function corrupt(drive: Drive, index: number | undefined): Step {
  const attempt = drive.row.attempt + 1;
  if (attempt > mostCorruptions) return rest(drive, 'failed', faults.corrupt);
  const hashes = drive.row.hashes.map((hash, at) => (at === index ? null : hash));
  return fill({ ...drive, row: { ...drive.row, attempt, hashes } });
}

/** A plain provider that takes no chunk of this size gets halves, from the beginning, while it has acknowledged none. */
function smaller(drive: Drive): Step | undefined {
  const { row } = drive;
  const chunkSize = row.chunkSize / 2;
  if (!drive.plain || countOf(row.acknowledged) > 0 || chunkSize < smallestChunk || !drive.hasFile) return undefined;
  const total = Math.ceil(row.size / chunkSize);
  const recut: UploadRow = { ...row, chunkSize, total, hashes: new Array<null>(total).fill(null) };
  const step = begin({ ...drive, row: recut, staged: [] });
  return { drive: step.drive, effects: [{ type: 'unstage' }, ...step.effects] };
}

function slower(drive: Drive): Drive {
  return { ...drive, slots: Math.max(1, Math.floor(drive.slots / 2)) };
}

function without(flight: Drive['flight'], index: number): Drive['flight'] {
  const { [index]: _, ...others } = flight;
  return others;
}
