import { createStore } from 'zustand/vanilla';
import type { Session } from '../session/session.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import { StorageFullError, type Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { acquireLock } from '../time/web-lock.ts';
import type { Hasher } from '../uploads/hasher.ts';
import { recordingLock } from './left-recordings.ts';
import { createRecordingWriter } from './recording-writer.ts';

/** A recorder: a camera, a microphone, and the browser's encoder behind them. */
export interface Capture {
  /** Starts to yield a piece about every second. */
  start(listener: CaptureListener): void;
  pause(): void;
  resume(): void;
  /** Yields the rest, and releases the devices. Resolves when the last piece was yielded. */
  stop(): Promise<void>;
}

export interface CaptureListener {
  onPiece(piece: Blob): void;
  /** The camera is gone: what comes from now on is sound alone. */
  onBlind(): void;
  /** A required device is gone or may no longer be used, or the encoder failed. */
  onLost(): void;
}

/** Why a recording ended. Unless it was discarded, it is then on the device. */
export type RecordingEnd = 'stopped' | 'discarded' | 'left' | 'lost' | 'full' | 'unkept';

export interface RecordingState {
  phase: 'recording' | 'paused' | 'stopping' | 'over';
  /** Size of the recording on the device, in bytes. */
  size: number;
  /** Bytes that the device still has room for; undefined where it does not tell. */
  room: number | undefined;
  /**
   * `slept`: the machine slept. The recording is then paused, unless only the date may have been changed: then it runs
   * on. `stalled`: the devices are silent at the moment.
   */
  notice?: 'slept' | 'stalled' | undefined;
  /** The camera is gone. */
  isBlind?: boolean;
  end?: RecordingEnd;
}

export interface RecordingDeps {
  store: Pick<Store, 'putRecording' | 'addPiece' | 'putRecordedChunk' | 'foldPieces' | 'deleteRecording'>;
  hash: Hasher;
  clock: Clock;
  locks: Pick<LockManager, 'request'>;
  capture: Capture;
  session: Pick<Session, 'owner' | 'ending' | 'subscribe'>;
  /** Resolves with the free bytes of the device; undefined where it does not say. */
  readRoom(): Promise<number | undefined>;
}

export type NewRecording = Pick<RecordingRow, 'id' | 'ownerId' | 'protocolId' | 'name' | 'type' | 'chunkSize'>;

export type RecordingSession = Awaited<ReturnType<typeof beginRecording>>;

/** Bytes that are left to the rest of the app: the end of a recording needs a chunk's room for a moment. */
export const spareRoom = 64 * 1024 * 1024;
const lookMs = 5_000;
/** After this time without a piece the devices count as silent. */
const stalledMs = 15_000;
/** After this time in which not even a timer ran the machine slept. Browsers let timers of hidden tabs run once a minute. */
const sleptMs = 90_000;
/** No clock is set forward by this much, so the lid was closed, and what is heard now is no longer the meeting. */
const longSleptMs = 30 * 60_000;

/** Starts a recording that outlives its page. Throws the error of a device that cannot keep it, or of the encoder. */
export async function beginRecording(deps: RecordingDeps, recording: NewRecording) {
  const { store, clock, capture, locks, session } = deps;
  const release = await acquireLock(locks, recordingLock(recording.id), {});
  const row: RecordingRow = { ...recording, hashes: [], nextPiece: 0, size: 0, millis: 0, startedAt: clock.now() };
  try {
    await store.putRecording(row);
  } catch (error) {
    release?.();
    throw error;
  }
  const writer = createRecordingWriter(deps, row);
  const shown = createStore<RecordingState>(() => ({ phase: 'recording', size: 0, room: undefined }));
  const state = shown.getState;
  let millis = 0;
  // Measured by the monotonic clock, which nobody can set: a mark has to point to the right moment of the recording.
  let since: number | undefined = clock.monotonic();
  // By both clocks: the monotonic one stands still while some machines sleep, and the date goes on.
  let lastPiece = { monotonic: clock.monotonic(), date: clock.now() };
  // While the machine is awake, `look` runs at its pace, also where the devices are silent.
  let lastLook = clock.monotonic();
  let hasSlept = false;
  let cancelLook = clock.after(lookMs, look);
  const unsubscribe = session.subscribe(() => void followSession());
  let ending: Promise<RecordingEnd> | undefined;

  /** Returns the length of the recording so far without pauses, in milliseconds. */
  function elapsed(): number {
    return millis + (since === undefined ? 0 : clock.monotonic() - since);
  }

  function notePiece(): void {
    lastPiece = { monotonic: clock.monotonic(), date: clock.now() };
    hasSlept = false;
  }

  function noteLook(): void {
    hasSlept ||= clock.monotonic() - lastLook > sleptMs;
    lastLook = clock.monotonic();
  }

  function onPiece(piece: Blob): void {
    noteLook();
    const silent = clock.monotonic() - lastPiece.monotonic;
    if (state().phase === 'recording' && hasSlept) {
      millis = Math.max(0, elapsed() - silent);
      since = clock.monotonic();
      pause('slept');
    }
    // Time that passed only by the date: the machine slept, or the date was set. In the latter case a pause would lose
    // the meeting.
    const unseen = clock.now() - lastPiece.date - silent;
    if (state().phase === 'recording' && unseen > longSleptMs) pause('slept');
    else if (state().phase === 'recording' && unseen > sleptMs) shown.setState({ notice: 'slept' });
    notePiece();
    if (piece.size === 0) return;
    if (state().notice === 'stalled') shown.setState({ notice: undefined });
    writer.append(piece, elapsed()).then(
      () => shown.setState({ size: state().size + piece.size }),
      (error: unknown) => void end(error instanceof StorageFullError ? 'full' : 'unkept'),
    );
  }

  function look(): void {
    cancelLook = clock.after(lookMs, look);
    noteLook();
    const silent = clock.monotonic() - lastPiece.monotonic;
    // After a sleep the next piece will tell.
    if (state().phase === 'recording' && silent > stalledMs && !hasSlept) shown.setState({ notice: 'stalled' });
    void measure();
  }

  async function measure(): Promise<void> {
    const free = await deps.readRoom();
    if (state().phase === 'over') return;
    shown.setState({ room: free === undefined ? undefined : Math.max(0, free - spareRoom) });
    if (state().room === 0) void end('full');
  }

  function pause(notice?: 'slept'): void {
    if (state().phase !== 'recording') return;
    millis = elapsed();
    since = undefined;
    capture.pause();
    shown.setState({ phase: 'paused', notice });
  }

  function resume(): void {
    if (state().phase !== 'paused') return;
    notePiece();
    since = clock.monotonic();
    capture.resume();
    shown.setState({ phase: 'recording', notice: undefined });
  }

  /** Ends the recording once. The first reason counts; later calls get it too. */
  function end(reason: RecordingEnd): Promise<RecordingEnd> {
    ending ??= finish(reason);
    return ending;
  }

  /** A recording goes on after an expired session, which the person may renew; it ends when somebody else signs in. */
  async function followSession(): Promise<void> {
    const now = await session.owner();
    const isForeign = now !== null && now !== recording.ownerId;
    if (isForeign || session.ending() === 'left') void end('left');
  }

  async function finish(reason: RecordingEnd): Promise<RecordingEnd> {
    cancelLook();
    unsubscribe();
    millis = elapsed();
    since = undefined;
    shown.setState({ phase: 'stopping', notice: undefined });
    await capture.stop();
    await writer.settled();
    if (reason === 'discarded') await store.deleteRecording(recording.id).catch(() => undefined);
    release?.();
    shown.setState({ phase: 'over', end: reason });
    return reason;
  }

  try {
    capture.start({ onPiece, onBlind: () => shown.setState({ isBlind: true }), onLost: () => void end('lost') });
  } catch (error) {
    cancelLook();
    unsubscribe();
    await store.deleteRecording(recording.id).catch(() => undefined);
    release?.();
    throw error;
  }
  // The person may have signed out while the recording was starting.
  void followSession();
  void measure();

  return {
    id: recording.id,
    protocolId: recording.protocolId,
    state,
    subscribe: shown.subscribe,
    elapsed,
    pause: () => pause(),
    resume,
    /** Resolves with why it ended, once all of it is on the device. */
    end,
  };
}
