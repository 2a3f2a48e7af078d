import type { Failure } from '#src/sync/http/outcome.ts';
import type { Ranges } from '#src/sync/store/ranges.ts';
import type { UploadRow } from '#src/sync/store/upload-row.ts';
import { newDrive, reduce } from '#src/sync/uploads/engine.ts';
import type { Drive, Effect, EngineEvent } from '#src/sync/uploads/engine-types.ts';
import { firstPace } from '#src/sync/uploads/pace.ts';

export const chunk = 8 * 1024 * 1024;
export const fault = { code: 'x', message: 'Причина' };

export function row(changes: Partial<UploadRow> = {}): UploadRow {
  return {
    id: 'a',
    uploadId: 'a',
    ownerId: 'u',
    protocolId: 'p',
    name: 'видео.mp4',
    type: 'video/mp4',
    size: 4 * chunk,
    lastModified: 0,
    chunkSize: chunk,
    total: 4,
    state: 'queued',
    begun: false,
    acknowledged: [],
    hashes: [null, null, null, null],
    attempt: 0,
    nextAttemptAt: null,
    lastError: null,
    processAt: null,
    processed: false,
    createdAt: 0,
    ...changes,
  };
}

/** Plays events to a drive; the effects are those of the last one. */
export function play(start: Drive, ...events: EngineEvent[]): { drive: Drive; effects: Effect[]; kinds: string[] } {
  let drive = start;
  let effects: Effect[] = [];
  for (const event of events) ({ drive, effects } = reduce(drive, event));
  return { drive, effects, kinds: effects.map(({ type }) => type) };
}

export const withFile = (changes: Partial<UploadRow> = {}) => newDrive(row(changes), { staged: [], hasFile: true });
export const synced = (received?: Ranges, isPlainProvider = false): EngineEvent => ({
  type: 'synced',
  isPlainProvider,
  received,
  newUploadId: 'b',
  now: 1_000,
});
export const acknowledged = (index: number, now = 2_000): EngineEvent => ({ type: 'acknowledged', index, now });
/** Event: this many bytes of a chunk under way were sent. */
export const progress = (index: number, sent: number): EngineEvent => ({ type: 'progress', index, sent });
export const failed = (failure: Failure, index?: number): EngineEvent => ({
  type: 'failed',
  failure,
  now: 10_000,
  random: 0.5,
  ...(index !== undefined && { index }),
});
export const sent = (effects: Effect[]) => effects.flatMap((effect) => (effect.type === 'send' ? [effect.index] : []));
export const uploading = () => play(withFile(), { type: 'start' }, synced([])).drive;
/** A drive after enough chunks for the pace to be known. */
export const steady = () => ({ ...uploading(), pace: { ...firstPace, isSteady: true } });
export const last = () => play(uploading(), acknowledged(0), acknowledged(1), acknowledged(2)).drive;
export const verifying = () => play(last(), acknowledged(3, 5_000)).drive;
