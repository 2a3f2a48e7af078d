import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { OfflineBrowser } from '#tests/support/offline-browser.ts';
import type { Session } from '../session/session.ts';
import { createStore, StorageFullError, type Store } from '../store/store.ts';
import { acquireLock } from '../time/web-lock.ts';
import { hashHere } from '../uploads/hasher.ts';
import { recordingFile } from '../uploads/recording-file.ts';
import { createLeftRecordings, recordingLock } from './left-recordings.ts';
import {
  beginRecording,
  type Capture,
  type CaptureListener,
  type RecordingDeps,
  spareRoom,
} from './recording-session.ts';

/** A recorder that yields what a test tells it to. */
class HandCapture implements Capture {
  listener: CaptureListener | undefined;
  calls: string[] = [];
  lastWords = '';

  start = (listener: CaptureListener) => {
    this.listener = listener;
  };
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  stop = async () => {
    this.calls.push('stop');
    if (this.lastWords) this.give(this.lastWords);
  };
  give = (text: string) => this.listener?.onPiece(new Blob([text]));
}

let store: Store;
let clock: HandClock;
let capture: HandCapture;
let free: number | undefined;
let account: Session;

beforeEach(() => {
  const browser = new OfflineBrowser('http://127.0.0.1');
  browser.signIn('u1');
  account = browser.openSession(browser.openStore(), false, () => Promise.reject(new TypeError('no line')));
  store = createStore(`recordings-${randomUUID()}`);
  clock = new HandClock();
  capture = new HandCapture();
  free = undefined;
});

const begin = (changes: Partial<RecordingDeps> = {}, id: string = randomUUID()) =>
  beginRecording(
    {
      store,
      hash: hashHere,
      clock,
      locks: navigator.locks,
      capture,
      session: account,
      readRoom: async () => free,
      ...changes,
    },
    { id, ownerId: 'u1', protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: 4 },
  );
const left = (owner: string | null = 'u1') =>
  createLeftRecordings({ store, locks: navigator.locks, session: { owner: async () => owner } });
const textOf = async (id: string) => (await recordingFile(id, store)).text();
const sizeOf = async (id: string) => (await store.getRecording(id))?.size;

describe('a recording', () => {
  test('is stored piece by piece, in chunks as they fill up', async () => {
    const session = await begin();
    for (const piece of ['ab', 'cde', 'fghijkl', 'm']) capture.give(piece);
    await expect.poll(() => sizeOf(session.id)).toBe(13);
    await expect.poll(() => store.stagedIndexes(session.id)).toEqual([0, 1, 2]);
    await expect.poll(() => session.state().size).toBe(13);
    expect(await textOf(session.id)).toBe('abcdefghijklm');
    expect((await store.piecesOf(session.id)).map((bytes) => new TextDecoder().decode(bytes))).toEqual(['m']);
  });

  test('has a duration without its pauses', async () => {
    const session = await begin();
    clock.pass(2_000);
    session.pause();
    clock.pass(60_000);
    expect([session.elapsed(), session.state().phase]).toEqual([2_000, 'paused']);
    session.resume();
    clock.pass(1_000);
    capture.give('a');
    await expect.poll(async () => (await store.getRecording(session.id))?.millis).toBe(3_000);
    expect(capture.calls).toEqual(['pause', 'resume']);
  });

  test('has the right duration when the device clock is put back meanwhile', async () => {
    const session = await begin();
    clock.pass(40_000);
    clock.time -= 180_000;
    expect(session.elapsed()).toBe(40_000);
    clock.pass(1_000);
    capture.give('a');
    await expect.poll(async () => (await store.getRecording(session.id))?.millis).toBe(41_000);
  });

  test('keeps the last piece when it is stopped, and cannot be discarded then', async () => {
    const session = await begin();
    capture.give('ab');
    capture.lastWords = 'cd';
    expect(await session.end('stopped')).toBe('stopped');
    expect(await session.end('discarded')).toBe('stopped');
    expect(session.state()).toMatchObject({ phase: 'over', end: 'stopped' });
    expect(await textOf(session.id)).toBe('abcd');
  });

  test('leaves nothing behind when it is discarded', async () => {
    const session = await begin();
    capture.give('abcdef');
    await expect.poll(() => store.stagedIndexes(session.id)).toEqual([0]);
    await session.end('discarded');
    expect(await store.getRecording(session.id)).toBeUndefined();
    expect([await store.stagedIndexes(session.id), await store.piecesOf(session.id)]).toEqual([[], []]);
  });

  test('ends and keeps its data when a capture device is lost', async () => {
    const session = await begin();
    capture.give('ab');
    capture.listener?.onLost();
    await expect.poll(() => session.state()).toMatchObject({ phase: 'over', end: 'lost' });
    expect(await textOf(session.id)).toBe('ab');
  });

  test('continues with sound when the camera is lost, and reports it also after a pause', async () => {
    const session = await begin();
    capture.give('ab');
    capture.listener?.onBlind();
    expect(session.state()).toMatchObject({ phase: 'recording', isBlind: true });
    session.pause();
    session.resume();
    capture.give('cd');
    await expect.poll(() => sizeOf(session.id)).toBe(4);
    expect(session.state()).toMatchObject({ phase: 'recording', isBlind: true });
  });

  test('ends before the device is full', async () => {
    free = spareRoom + 1_000;
    const session = await begin();
    await expect.poll(() => session.state().room).toBe(1_000);
    free = spareRoom;
    capture.give('ab');
    clock.pass(5_000);
    await expect.poll(() => session.state()).toMatchObject({ phase: 'over', end: 'full' });
    expect(await textOf(session.id)).toBe('ab');
  });

  test('ends and keeps its data when the device can store no more', async () => {
    const addPiece = vi.fn(store.addPiece);
    const session = await begin({ store: { ...store, addPiece } });
    capture.give('ab');
    await expect.poll(() => sizeOf(session.id)).toBe(2);
    addPiece.mockRejectedValue(new StorageFullError());
    capture.give('cd');
    await expect.poll(() => session.state()).toMatchObject({ phase: 'over', end: 'full' });
    expect(await textOf(session.id)).toBe('ab');
  });

  test('ends when the storage was cleared', async () => {
    const session = await begin();
    await store.deleteRecording(session.id);
    capture.give('ab');
    await expect.poll(() => session.state()).toMatchObject({ phase: 'over', end: 'unkept' });
  });

  test('pauses after the machine slept, and does not count the sleep', async () => {
    const session = await begin();
    clock.pass(1_000);
    capture.give('a');
    clock.pass(3_600_000);
    capture.give('b');
    expect(session.state()).toMatchObject({ phase: 'paused', notice: 'slept' });
    expect(session.elapsed()).toBe(1_000);
    session.resume();
    expect(session.state()).toMatchObject({ phase: 'recording', notice: undefined });
  });

  test('pauses when the wall clock jumps by hours, whatever the monotonic clock says', async () => {
    const session = await begin();
    capture.give('a');
    clock.pass(1_000);
    clock.time += 4 * 3_600_000;
    capture.give('b');
    expect(session.state()).toMatchObject({ phase: 'paused', notice: 'slept' });
  });

  test('continues with a notice when the wall clock jumps by 2 minutes, by sleep or by a changed clock', async () => {
    const session = await begin();
    capture.give('a');
    clock.pass(1_000);
    clock.time += 120_000;
    capture.give('b');
    expect(session.state()).toMatchObject({ phase: 'recording', notice: 'slept' });
    expect([session.elapsed(), capture.calls]).toEqual([1_000, []]);
    await expect.poll(() => textOf(session.id)).toBe('ab');
    clock.pass(1_000);
    capture.give('c');
    expect(session.state().notice).toBe('slept');
    session.pause();
    expect(session.state().notice).toBeUndefined();
  });

  test('reports when no data comes from the devices, and when it comes again', async () => {
    const session = await begin();
    clock.pass(16_000);
    expect(session.state().notice).toBe('stalled');
    capture.give('a');
    expect(session.state().notice).toBeUndefined();
  });

  test('goes on after a microphone was silent for minutes while the machine was awake', async () => {
    const session = await begin();
    clock.pass(1_000);
    capture.give('a');
    for (let seconds = 0; seconds < 120; seconds += 5) clock.pass(5_000);
    expect(session.state()).toMatchObject({ phase: 'recording', notice: 'stalled' });
    capture.give('b');
    expect(session.state()).toMatchObject({ phase: 'recording', notice: undefined });
    expect([session.elapsed(), capture.calls]).toEqual([121_000, []]);
    await expect.poll(() => textOf(session.id)).toBe('ab');
  });

  test.each([
    ['the person signs out', () => account.leave()],
    ['another person signs in', () => account.save({ token: 'b', userId: 'u2' })],
  ])('ends when %s', async (_, change) => {
    const recording = await begin();
    capture.give('ab');
    await change();
    await expect.poll(() => recording.state()).toMatchObject({ phase: 'over', end: 'left' });
    expect(await textOf(recording.id)).toBe('ab');
  });

  test('continues when the session has expired, until another person signs in', async () => {
    const recording = await begin();
    await account.clear();
    await account.save({ token: 'a' });
    await account.save({ token: 'a', userId: 'u1' });
    await account.clear();
    capture.give('ab');
    await expect.poll(() => sizeOf(recording.id)).toBe(2);
    expect(recording.state().phase).toBe('recording');
    await account.save({ token: 'b', userId: 'u2' });
    await expect.poll(() => recording.state()).toMatchObject({ phase: 'over', end: 'left' });
  });

  test('leaves nothing behind when the recorder does not start', async () => {
    const id = randomUUID();
    capture.start = () => {
      throw new DOMException('the microphone is gone', 'InvalidStateError');
    };
    await expect(begin({}, id)).rejects.toMatchObject({ name: 'InvalidStateError' });
    expect(clock.waiting).toBe(0);
    expect(await store.getRecording(id)).toBeUndefined();
    const release = await acquireLock(navigator.locks, recordingLock(id), { ifAvailable: true });
    expect(release).toBeDefined();
    release?.();
  });

  test('ends when the person signs out while it starts', async () => {
    const putRecording = async (row: Parameters<Store['putRecording']>[0]) => {
      await account.leave();
      return store.putRecording(row);
    };
    const recording = await begin({ store: { ...store, putRecording } });
    await expect.poll(() => recording.state()).toMatchObject({ phase: 'over', end: 'left' });
  });

  test('does not start when the device cannot store it', async () => {
    const id = randomUUID();
    const full = { ...store, putRecording: () => Promise.reject(new StorageFullError()) };
    await expect(begin({ store: full }, id)).rejects.toBeInstanceOf(StorageFullError);
    expect(capture.listener).toBeUndefined();
    (await acquireLock(navigator.locks, recordingLock(id), { ifAvailable: true }))?.();
  });
});

describe('a recording left by a crashed page', () => {
  const leave = async (id: string, bytes: string, ownerId = 'u1') => {
    const row = { id, ownerId, protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: 4 };
    await store.putRecording({ ...row, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: 1 });
    if (bytes) await store.addPiece(id, new TextEncoder().encode(bytes).buffer as ArrayBuffer, 720_000);
  };

  test('is found for its owner only, and not while it is still running', async () => {
    await leave('a', 'ab');
    await leave('empty', '');
    await leave('foreign', 'ab', 'u2');
    const running = await begin();
    capture.give('ab');
    await expect.poll(() => sizeOf(running.id)).toBe(2);
    const found = left();
    await found.look();
    expect(found.list().map(({ id, millis }) => [id, millis])).toEqual([['a', 720_000]]);
    expect(await store.getRecording('empty')).toBeUndefined();
    await running.end('left');
    await found.look();
    expect(found.list().map(({ id }) => id)).toEqual(['a', running.id]);
    const nobody = left(null);
    await nobody.look();
    expect(nobody.list()).toEqual([]);
  });

  test('can be discarded', async () => {
    await leave('a', 'abcdef');
    const found = left();
    await found.look();
    const heard = vi.fn();
    found.subscribe(heard);
    await found.discard('a');
    expect([found.list(), heard.mock.calls.length]).toEqual([[], 1]);
    expect(await store.piecesOf('a')).toEqual([]);
  });
});
