import { describe, expect, test } from 'vitest';
import {
  acknowledged,
  failed,
  fault,
  play,
  sent,
  synced,
  uploading,
  verifying,
  withFile,
} from '#tests/support/play-upload.ts';
import type { Failure } from '../http/outcome.ts';
import type { UploadState } from '../store/upload-row.ts';
import type { EngineEvent } from './engine-types.ts';

describe('failures of a chunk', () => {
  test.each([
    ['network', { kind: 'network' }, 'wait-net', 150],
    ['timeout', { kind: 'timeout' }, 'wait-net', 150],
    ['server', { kind: 'server', retryAfterMs: 0 }, 'wait-server', 500],
    ['Retry-After', { kind: 'server', retryAfterMs: 7_000 }, 'wait-server', 7_000],
    ['full disk', { kind: 'wait', afterMs: 30_000, fault }, 'wait-server', 30_500],
  ] as [string, Failure, UploadState, number][])('%s: waits and retries', (_, failure, state, ms) => {
    const { drive, effects } = play(uploading(), failed(failure, 0));
    expect(drive.row).toMatchObject({ state, attempt: 1, nextAttemptAt: 10_000 + ms });
    expect(drive.flight).toEqual({});
    expect(effects).toEqual([{ type: 'abort' }, { type: 'save' }, { type: 'wait', until: 10_000 + ms }]);
    expect(play(drive, { type: 'timer' }).kinds).toContain('sync');
    expect(play(drive, { type: 'online' }).kinds).toContain('sync');
  });

  test('the first network failure is retried at once, the next ones after growing waits, in the end every 2–4 s', () => {
    let { drive } = play(uploading(), failed({ kind: 'network' }, 0));
    const waits = [375, 750, 1_500, 3_000, 3_000].map(() => {
      drive = play(drive, { type: 'timer' }, failed({ kind: 'network' })).drive;
      return (drive.row.nextAttemptAt ?? 0) - 10_000;
    });
    expect(waits).toEqual([375, 750, 1_500, 3_000, 3_000]);
  });

  test('an acknowledgement resets the count of failures', () => {
    const { drive } = play(uploading(), failed({ kind: 'network' }, 0), { type: 'timer' }, synced([]), acknowledged(0));
    expect(drive.row.attempt).toBe(0);
  });

  test('processing that cannot be started is tried after growing waits, until it is', () => {
    let { drive } = play(verifying(), failed({ kind: 'server', retryAfterMs: 0 }));
    const waits = [1, 2, 3].map(() => {
      drive = play(drive, { type: 'timer' }, synced([[0, 3]]), failed({ kind: 'server', retryAfterMs: 0 })).drive;
      return (drive.row.nextAttemptAt ?? 0) - 10_000;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(drive.row.attempt).toBe(4);
    const next = play(drive, { type: 'timer' }, synced([[0, 3]]), { type: 'processed' });
    expect(next.drive.row.attempt).toBe(0);
  });

  test.each([{ kind: 'timeout' }, { kind: 'server', retryAfterMs: 0 }] as Failure[])(
    '%o halves the number of chunks under way',
    (failure) => {
      expect(play(uploading(), failed(failure, 0)).drive.pace.slots).toBe(1);
    },
  );

  test('progress of another chunk during the wait changes nothing', () => {
    const waiting = play(uploading(), failed({ kind: 'network' }, 0)).drive;
    expect(play(waiting, { type: 'progress', index: 1, sent: 5 }).effects).toEqual([]);
  });

  test('a refusal is shown with its reason', () => {
    const { drive } = play(uploading(), failed({ kind: 'refused', fault }, 0));
    expect(drive.row).toMatchObject({ state: 'failed', lastError: fault, nextAttemptAt: null });
  });

  test('a conflict is followed by a resync, three times at most', () => {
    let drive = uploading();
    for (let round = 0; round < 3; round++) {
      const step = play(drive, failed({ kind: 'conflict', fault }, 0));
      expect(step.kinds).toContain('sync');
      drive = play(step.drive, synced([])).drive;
    }
    expect(play(drive, failed({ kind: 'conflict', fault }, 0)).drive.row.state).toBe('failed');
  });

  test('a digest is saved with a delay', () => {
    const step = play(uploading(), { type: 'hashed', index: 0, sha256: 'h' });
    expect(step.kinds).toEqual(['save-soon']);
    expect(step.drive.row.hashes[0]).toBe('h');
  });

  test('a chunk that arrived corrupt is sent again alone, five times at most, with its digest', () => {
    let { drive } = play(uploading(), { type: 'hashed', index: 0, sha256: 'h' });
    for (let round = 0; round < 5; round++) {
      const step = play(drive, failed({ kind: 'corrupt', fault }, 0));
      expect(sent(step.effects)).toEqual([0]);
      expect(step.drive.row.hashes[0]).toBe('h');
      drive = step.drive;
    }
    expect(play(drive, failed({ kind: 'corrupt', fault }, 0)).drive.row.state).toBe('failed');
  });

  test('without a session the upload waits for the person', () => {
    const { drive } = play(uploading(), failed({ kind: 'signed-out' }, 0));
    expect(drive.row.state).toBe('wait-auth');
    expect(play(drive, { type: 'resume' }).kinds).toContain('sync');
  });

  test('late events do not wake a paused upload', () => {
    const paused = play(uploading(), { type: 'pause' }).drive;
    const late: EngineEvent[] = [
      acknowledged(0),
      failed({ kind: 'network' }, 0),
      { type: 'source-lost', index: 0, from: 'file' },
      synced([]),
    ];
    for (const event of late) expect(play(paused, event)).toMatchObject({ drive: paused, effects: [] });
  });
});

describe('an interrupted chunk', () => {
  const partial = (bytes: Record<number, number>): EngineEvent => ({ ...synced([]), partial: bytes }) as EngineEvent;
  const resumed = () => play(withFile({ begun: true }), { type: 'start' }, partial({ 0: 500, 3: 7 })).drive;

  test('continues from the bytes that the server holds, and records them', () => {
    expect(resumed().flight).toEqual({ 0: 500, 1: 0 });
    expect(resumed().partial).toEqual({ 0: 500, 3: 7 });
  });

  test('is forgotten once acknowledged, and when a resync no longer reports it', () => {
    expect(play(resumed(), acknowledged(0)).drive.partial).toEqual({ 3: 7 });
    const cut = play(resumed(), failed({ kind: 'network' }, 0), { type: 'timer' });
    expect(play(cut.drive, synced([])).drive.partial).toEqual({});
  });

  test.each([{ kind: 'corrupt', fault }, { kind: 'rest-unknown' }] as Failure[])(
    'is sent whole after %o',
    (failure) => {
      const { drive, effects } = play(resumed(), failed(failure, 0));
      expect(sent(effects)).toEqual([0]);
      expect(drive.flight).toEqual({ 0: 0, 1: 0 });
      expect(drive.partial).toEqual({ 3: 7 });
    },
  );

  test('is remembered through a pause, and forgotten when the server cancelled the upload', () => {
    expect(play(resumed(), { type: 'pause' }).drive.partial).toEqual({ 0: 500, 3: 7 });
    const again = play(resumed(), failed({ kind: 'network' }, 0), { type: 'timer' }).drive;
    expect(play(again, { ...synced([]), state: 'cancelled' } as EngineEvent).drive.partial).toEqual({});
  });
});
