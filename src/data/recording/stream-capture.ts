import type { Capture, CaptureListener } from '#src/sync/index.ts';
import { closeDevices } from './open-devices.ts';
import { bitrates, type RecordingMode, recordingType } from './recording-types.ts';

/** Length of a piece in milliseconds, which is the maximum loss in a crash. */
const pieceMs = 1_000;
/** Milliseconds to wait for the encoder to end; after that it yields nothing more. */
const endingMs = 5_000;

/** Records a stream with the browser's encoder; `type` is that of the file. Throws NotSupportedError. */
export function createStreamCapture(stream: MediaStream, mode: RecordingMode): Capture & { type: string } {
  const mimeType = recordingType(mode, (type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) throw new DOMException('nothing to record with', 'NotSupportedError');
  const recorder = new MediaRecorder(stream, {
    mimeType,
    audioBitsPerSecond: bitrates.sound,
    ...(mode === 'video' && { videoBitsPerSecond: bitrates.video }),
  });
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  let letSleep: () => void = () => undefined;

  return {
    type: mimeType.replace(/;.*/, ''),
    start({ onPiece, onBlind, onLost }: CaptureListener) {
      recorder.addEventListener('dataavailable', ({ data }) => onPiece(data));
      recorder.addEventListener('error', onLost);
      // A device was unplugged or denied. A meeting can be followed by its sound alone, but not by its picture alone.
      for (const track of stream.getAudioTracks()) track.addEventListener('ended', onLost);
      for (const track of stream.getVideoTracks()) track.addEventListener('ended', onBlind);
      recorder.start(pieceMs);
      letSleep = keepAwake();
    },
    pause: () => {
      if (recorder.state === 'recording') recorder.pause();
    },
    resume: () => {
      if (recorder.state === 'paused') recorder.resume();
    },
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endingMs))]);
      letSleep();
      closeDevices(stream);
    },
  };
}

/**
 * Keeps the screen, and with it the machine, awake while this page is visible. The returned function ends this. If the
 * browser does not support or refuses it, the recording continues all the same.
 */
function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = () => {
    // The browser releases the lock whenever the page is hidden.
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    lock = navigator.wakeLock.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock.then((sentinel) => sentinel?.release());
  };
}
