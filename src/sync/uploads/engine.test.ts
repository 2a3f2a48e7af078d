import { describe, expect, test } from 'vitest';
import {
  acknowledged,
  chunk,
  failed,
  fault,
  last,
  play,
  progress,
  row,
  sent,
  steady,
  synced,
  uploading,
  verifying,
  withFile,
} from '#tests/support/play-upload.ts';
import type { UploadRow, UploadState } from '../store/upload-row.ts';
import { newDrive } from './engine.ts';
import type { EngineEvent } from './engine-types.ts';
import { firstPace } from './pace.ts';

const verified: EngineEvent = { type: 'verified', agrees: true, newUploadId: 'b' };

describe('the course of an upload', () => {
  test('starts by asking what the server holds', () => {
    const { drive, kinds } = play(withFile(), { type: 'start' });
    expect(drive.row.state).toBe('syncing');
    expect(kinds).toEqual(['abort', 'save', 'sync']);
  });

  test('trusts the server’s ranges and sends the first two missing chunks', () => {
    const { drive, effects } = play(withFile({ acknowledged: [[0, 3]] }), { type: 'start' }, synced([[1, 1]]));
    expect(drive.row).toMatchObject({ state: 'uploading', acknowledged: [[1, 1]], begun: true });
    expect(sent(effects)).toEqual([0, 2]);
  });

  test('sends the next chunk for each one that is acknowledged', () => {
    const { drive, effects } = play(uploading(), acknowledged(1));
    expect(sent(effects)).toEqual([2]);
    expect(Object.keys(drive.flight)).toEqual(['0', '2']);
  });

  test('sends a third chunk while one of the two was sent whole and waits for its answer', () => {
    const half = play(steady(), progress(0, chunk / 2));
    expect(sent(half.effects)).toEqual([]);
    const waiting = play(half.drive, progress(0, chunk));
    expect(sent(waiting.effects)).toEqual([2]);
    expect(sent(play(waiting.drive, progress(1, chunk)).effects)).toEqual([]);
    expect(sent(play(waiting.drive, acknowledged(0)).effects)).toEqual([]);
    expect(sent(play(waiting.drive, progress(1, chunk), acknowledged(0)).effects)).toEqual([3]);
  });

  test('sends no third chunk before the pace is known, nor after a failure', () => {
    expect(sent(play(uploading(), progress(0, chunk)).effects)).toEqual([]);
    const cut = play(steady(), failed({ kind: 'network' }), { type: 'online' }, synced([]), progress(0, chunk));
    expect(sent(cut.effects)).toEqual([]);
  });

  test('waits for each answer where failures left one chunk at a time', () => {
    const alone = { ...uploading(), flight: { 0: 0 }, pace: { ...firstPace, slots: 1 } };
    const { drive, effects } = play(alone, progress(0, chunk));
    expect(sent(effects)).toEqual([]);
    expect(sent(play(drive, acknowledged(0)).effects)).toEqual([1]);
  });

  test('after the last chunk names the stage at once and makes processing due in 3 s', () => {
    const { drive, effects } = play(last(), acknowledged(3, 5_000));
    expect(drive.row).toMatchObject({ state: 'verifying', processAt: 8_000 });
    expect(effects).toEqual([
      { type: 'save-soon' },
      { type: 'save' },
      { type: 'announce', stage: 'video_uploaded' },
      { type: 'process-at', at: 8_000 },
      { type: 'verify' },
    ]);
  });

  test('when processing is due names the stage and asks for it', () => {
    const { effects } = play(verifying(), { type: 'process-due' });
    expect(effects).toEqual([{ type: 'announce', stage: 'video_process' }, { type: 'process' }]);
  });

  test.each([
    ['verified first', verified, { type: 'processed' }],
    ['handed over first', { type: 'processed' }, verified],
  ] as [string, EngineEvent, EngineEvent][])('is done once verified and handed over: %s', (_, one, other) => {
    expect(play(verifying(), one).drive.row.state).toBe('verifying');
    const { drive, kinds } = play(verifying(), one, other);
    expect(drive.row.state).toBe('done');
    expect(kinds).toEqual(['drop']);
  });
});

describe('after a restart of the app', () => {
  test('an upload whose last reply was lost goes straight to the hand-over', () => {
    const { drive, effects } = play(withFile({ state: 'uploading', begun: true }), { type: 'start' }, synced([[0, 3]]));
    expect(drive.row).toMatchObject({ state: 'verifying', processAt: 4_000 });
    expect(effects).toContainEqual({ type: 'announce', stage: 'video_uploaded' });
  });

  test('processing keeps its due time, and its stage is not announced twice', () => {
    const start = withFile({ state: 'verifying', begun: true, acknowledged: [[0, 3]], processAt: 900 });
    const { effects } = play(start, { type: 'start' }, synced([[0, 3]]));
    expect(effects).toContainEqual({ type: 'process-at', at: 900 });
    expect(effects.some(({ type }) => type === 'announce')).toBe(false);
  });

  test('accepted processing is not requested again', () => {
    const start = withFile({ state: 'verifying', begun: true, processAt: 900, processed: true });
    expect(play(start, { type: 'start' }, synced([[0, 3]])).kinds).not.toContain('process-at');
    expect(play(start, { type: 'process-due' }).effects).toEqual([]);
  });

  test.each(['paused', 'needs-file', 'failed', 'wait-auth'] as UploadState[])(
    '%s stays until somebody acts',
    (state) => {
      const start = withFile({ state });
      expect(play(start, { type: 'start' })).toMatchObject({ drive: start, effects: [] });
    },
  );

  test('an unfinished cancellation is sent again', () => {
    expect(play(withFile({ state: 'cancelling' }), { type: 'start' }).kinds).toContain('cancel');
  });
});

describe('where the bytes come from', () => {
  test('without the file the staged chunks are sent, then the file is asked for', () => {
    const start = newDrive(row({ state: 'uploading', begun: true }), { staged: [2, 3], hasFile: false });
    const step = play(start, { type: 'start' }, synced([]));
    expect(sent(step.effects)).toEqual([2, 3]);
    const { drive, kinds } = play(step.drive, acknowledged(2), acknowledged(3));
    expect(drive.row.state).toBe('needs-file');
    expect(drive.row.lastError?.message).toContain('Осталось отправить 16\u00A0МБ из 32\u00A0МБ.');
    expect(kinds).toContain('save-soon');
  });

  test('a changed file is not read again: staged chunks are still sent', () => {
    const start = newDrive(row(), { staged: [3], hasFile: true });
    const step = play(start, { type: 'start' }, synced([]), { type: 'source-lost', index: 0, from: 'file' });
    expect(step.drive.hasFile).toBe(false);
    expect(sent(step.effects)).toEqual([3]);
    const { drive } = play(step.drive, { type: 'source-lost', index: 1, from: 'file' }, acknowledged(3));
    expect(drive.row).toMatchObject({ state: 'needs-file', lastError: { code: 'source_changed' } });
  });

  test('an unreadable staged chunk is cut from the file again', () => {
    const start = newDrive(row(), { staged: [0], hasFile: true });
    const { drive, effects } = play(start, { type: 'start' }, synced([]), {
      type: 'source-lost',
      index: 0,
      from: 'staged',
    });
    expect(drive.staged).toEqual([]);
    expect(sent(effects)).toEqual([0]);
  });

  test('a staged chunk is deleted once the server has it, also when a resync reports it', () => {
    const start = newDrive(row({ begun: true }), { staged: [0, 1], hasFile: true });
    const resync = play(start, { type: 'start' }, synced([[0, 0]]));
    expect(resync.effects).toContainEqual({ type: 'unstage', index: 0 });
    const { drive, effects } = play(resync.drive, acknowledged(1));
    expect(effects).toContainEqual({ type: 'unstage', index: 1 });
    expect(drive.staged).toEqual([]);
  });

  test('a chunk staged meanwhile is sent, also without the file', () => {
    const start = newDrive(row({ begun: true }), { staged: [0], hasFile: false });
    const { effects } = play(start, { type: 'start' }, synced([]), { type: 'staged', index: 1 });
    expect(sent(effects)).toEqual([1]);
  });
});

describe('commands of the person', () => {
  test('pause aborts the requests under way; resume asks the server and continues', () => {
    const paused = play(uploading(), { type: 'pause' });
    expect(paused.drive.row.state).toBe('paused');
    expect(paused.kinds).toEqual(['abort', 'save']);
    expect(play(paused.drive, { type: 'resume' }).kinds).toContain('sync');
  });

  test('an upload complete on the server cannot be paused', () => {
    expect(play(verifying(), { type: 'pause' }).effects).toEqual([]);
  });

  test.each(['paused', 'failed', 'needs-file', 'wait-net', 'uploading'] as UploadState[])(
    'cancel from %s asks the server',
    (state) => {
      const { drive, kinds } = play(withFile({ state }), { type: 'cancel' });
      expect(drive.row.state).toBe('cancelling');
      expect(kinds).toEqual(['abort', 'save', 'cancel']);
      expect(play(drive, { type: 'cancelled' }).kinds).toEqual(['drop']);
    },
  );

  test('a cancellation waits for the connection and is done when the server does not know the upload', () => {
    const cancelling = play(uploading(), { type: 'cancel' }).drive;
    const waiting = play(cancelling, failed({ kind: 'network' })).drive;
    expect(waiting.row.state).toBe('cancelling');
    expect(play(waiting, { type: 'timer' }).kinds).toContain('cancel');
    expect(play(waiting, { type: 'resume' }).effects).toEqual([]);
    const gone = play(waiting, { type: 'timer' }, failed({ kind: 'refused', fault }));
    expect(gone.drive.row.state).toBe('cancelled');
    expect(gone.kinds).toEqual(['drop']);
  });

  test('a cancellation that comes too late goes on to the hand-over', () => {
    const handing = play(verifying(), verified, { type: 'process-due' });
    const waiting = play(handing.drive, failed({ kind: 'network' })).drive;
    expect(waiting.row.state).toBe('wait-net');
    const assembled = { code: 'upload_assembled', message: 'Видео уже загружено полностью' };
    const { drive, kinds } = play(waiting, { type: 'cancel' }, failed({ kind: 'conflict', fault: assembled }));
    expect(drive.row.state).toBe('syncing');
    expect(kinds).toContain('sync');
    const again = play(drive, synced([[0, 3]]));
    expect(again.effects).toContainEqual({ type: 'process-at', at: 4_000 });
    expect(play(again.drive, { type: 'processed' }).kinds).toEqual(['drop']);
  });

  test.each(['cancelled', 'rejected'] as const)(
    'an upload that the server %s restarts under a new id on retry',
    (state) => {
      const start = withFile({ begun: true, acknowledged: [[0, 1]], processAt: 5 });
      const refused = play(start, { type: 'start' }, { ...synced([]), state } as EngineEvent).drive;
      expect(refused.row).toMatchObject({
        state: 'failed',
        uploadId: 'b',
        begun: false,
        acknowledged: [],
        processAt: null,
      });
      expect(play(refused, { type: 'resume' }, synced([])).drive.row.state).toBe('uploading');
    },
  );

  test('retry resets the count of failures', () => {
    const failedDrive = withFile({ state: 'failed', attempt: 7, lastError: fault });
    expect(play(failedDrive, { type: 'resume' }).drive.row).toMatchObject({ attempt: 0, lastError: null });
  });
});

describe('a plain provider', () => {
  const isPlainProvider = (changes: Partial<UploadRow> = {}) =>
    play(withFile(changes), { type: 'start' }, synced(undefined, true));

  test('gets one chunk at a time, by the local record', () => {
    const first = isPlainProvider({ acknowledged: [[0, 0]] });
    expect(sent(first.effects)).toEqual([1]);
    expect(sent(play(first.drive, acknowledged(1)).effects)).toEqual([2]);
  });

  test('gets chunks of half the size when it refuses the first one, down to 512 KiB', () => {
    let { drive } = isPlainProvider();
    for (const size of [chunk / 2, chunk / 4, chunk / 8, chunk / 16]) {
      const step = play(drive, failed({ kind: 'too-large', fault }, 0));
      expect(step.kinds).toContain('unstage-all');
      expect(step.drive.row).toMatchObject({ chunkSize: size, total: (4 * chunk) / size, state: 'syncing' });
      drive = play(step.drive, synced(undefined, true)).drive;
    }
    expect(play(drive, failed({ kind: 'too-large', fault }, 0)).drive.row.state).toBe('failed');
  });

  test('that refuses the staged chunks gets halves of them', () => {
    const staged = newDrive(row(), { staged: [0, 1, 2, 3], hasFile: false });
    const step = play(staged, { type: 'start' }, synced(undefined, true), failed({ kind: 'too-large', fault }, 0));
    expect(step.kinds).toEqual(['abort', 'halve']);
    const { drive } = play(step.drive, { type: 'halved' });
    expect(drive).toMatchObject({ row: { chunkSize: chunk / 2, total: 8, state: 'syncing' }, staged: { length: 8 } });
    const paused = play(step.drive, { type: 'pause' }, { type: 'halved' });
    expect(paused.drive.row).toMatchObject({ chunkSize: chunk / 2, state: 'paused' });
  });

  test('that refuses incompletely staged chunks needs the file, which is re-cut', () => {
    const staged = newDrive(row(), { staged: [0, 1, 2], hasFile: false });
    const { drive } = play(staged, { type: 'start' }, synced(undefined, true), failed({ kind: 'too-large', fault }, 0));
    expect(drive.row).toMatchObject({ state: 'needs-file', lastError: { code: 'needs_file' }, chunkSize: chunk });
    const again = play({ ...drive, hasFile: true }, { type: 'resume' }, synced(undefined, true));
    expect(play(again.drive, failed({ kind: 'too-large', fault }, 0)).drive.row.chunkSize).toBe(chunk / 2);
  });

  test('gets no smaller chunks once it has acknowledged one', () => {
    const { drive } = play(isPlainProvider().drive, acknowledged(0), failed({ kind: 'too-large', fault }, 1));
    expect(drive.row.state).toBe('failed');
  });

  test('never gets a chunk out of order', () => {
    const start = newDrive(row(), { staged: [2], hasFile: false });
    expect(play(start, { type: 'start' }, synced(undefined, true)).drive.row.state).toBe('needs-file');
  });
});

test('a worker whose time is up finishes the chunks under way and begins none', () => {
  const { drive, effects } = play(uploading(), { type: 'drain' }, acknowledged(0), acknowledged(1));
  expect(drive.row.state).toBe('uploading');
  expect(drive.flight).toEqual({});
  expect(sent(effects)).toEqual([]);
});
