import { createStore } from 'zustand/vanilla';
import type { Session } from '../session/session.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import { StorageFullError, type Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { acquireLock } from '../time/web-lock.ts';
import type { Hasher } from '../uploads/hasher.ts';
import { createRecordingWriter } from './recording-writer.ts';

/** What records: a camera, a microphone, and the browser's encoder behind them. */
export interface Capture {
  /** Gives a piece about each second from now on. */
  start(listener: CaptureListener): void;
  pause(): void;
  resume(): void;
  /** Gives what is left, and lets go of the devices. Resolves when the last piece was given. */
  stop(): Promise<void>;
}

export interface CaptureListener {
  onPiece(piece: Blob): void;
  /** The camera is gone: what comes from now on is sound alone. */
  onBlind(): void;
  /** What cannot be done without is gone, or may not be used any more, or the encoder failed. */
  onLost(): void;
}

/** Why a recording came to its end. All but a discarded one is on the device then. */
export type RecordingEnd = 'stopped' | 'discarded' | 'left' | 'lost' | 'full' | 'unkept';

export interface RecordingState {
  phase: 'recording' | 'paused' | 'stopping' | 'over';
  /** Bytes that are on the device. */
  size: number;
  /** Bytes that the device still has room for; undefined where it does not tell. */
  room: number | undefined;
  /**
   * `slept`: the machine slept. The recording is paused then, unless the date may have been set instead: then it runs on.
   * `stalled`: the devices are silent just now.
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
  /** Bytes that are free on the device, as far as it tells. */
  readRoom(): Promise<number | undefined>;
}

export type NewRecording = Pick<RecordingRow, 'id' | 'ownerId' | 'protocolId' | 'name' | 'type' | 'chunkSize'>;

export type RecordingSession = Awaited<ReturnType<typeof beginRecording>>;

/** Bytes that are left to the rest of the app: the end of a recording needs a chunk's room for a moment. */
export const spareRoom = 64 * 1024 * 1024;
const lookMs = 5_000;
/** So long nothing came: the devices are silent, or the machine slept. */
const stalledMs = 15_000;
const sleptMs = 60_000;
/** No clock is put forward by so much: the lid was closed, and what is heard now is no meeting any more. */
const longSleptMs = 30 * 60_000;

/** The lock that a page holds while it records: a row whose lock is free was left by a page that died. */
export function recordingLock(id: string): string {
  return `recording:${id}`;
}

/** Begins a recording that outlives its page. Throws what the device says that cannot keep it, or the encoder that does not start. */
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
  // By the monotonic clock, which nobody sets: what was noted at a moment of the recording has to be found there.
  let since: number | undefined = clock.monotonic();
  // By both clocks: the monotonic one stands still while some machines sleep, and the date goes on.
  let lastPiece = { monotonic: clock.monotonic(), date: clock.now() };
  let cancelLook = clock.after(lookMs, look);
  const unsubscribe = session.subscribe(() => void followSession());
  let ending: Promise<RecordingEnd> | undefined;

  /** How long it is by now, without pauses. */
  function elapsed(): number {
    return millis + (since === undefined ? 0 : clock.monotonic() - since);
  }

  function notePiece(): void {
    lastPiece = { monotonic: clock.monotonic(), date: clock.now() };
  }

  function onPiece(piece: Blob): void {
    const silent = clock.monotonic() - lastPiece.monotonic;
    if (state().phase === 'recording' && silent > sleptMs) {
      millis = Math.max(0, elapsed() - silent);
      since = clock.monotonic();
      pause('slept');
    }
    // Time that only the date shows: the machine slept, or the date was set. A pause would lose the meeting in that case.
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
    const silent = clock.monotonic() - lastPiece.monotonic;
    // Longer than that it slept, and the next piece will tell.
    if (state().phase === 'recording' && silent > stalledMs && silent < sleptMs) shown.setState({ notice: 'stalled' });
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

  /** The first reason counts; whoever asks again gets it too. */
  function end(reason: RecordingEnd): Promise<RecordingEnd> {
    ending ??= finish(reason);
    return ending;
  }

  /** A session that ran out may be taken up again, and its recording goes on; nobody else is ever recorded into it. */
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
  // Somebody may have left while it was being begun.
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
