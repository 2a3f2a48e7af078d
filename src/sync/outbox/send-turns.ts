import { brokenDeviceMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

interface SendTurnsDeps {
  clock: Pick<Clock, 'after'>;
  /** Waits for the lock of the outbox, calls `onLockTaken`, and sends what can go. Rejects where the device recorded nothing. */
  send(signal: AbortSignal, onLockTaken: () => void): Promise<unknown>;
  /** Called after each sending, whatever came of it. */
  onOver(): Promise<void>;
  /** Sends again: a device that failed may be able to record answers by now. */
  retry(): void;
}

/**
 * The turns of this page at sending, under the lock of all tabs. A turn is idle, waits for the lock, or sends. At most one
 * waits while another sends: it will find all that was queued meanwhile.
 */
export function createSendTurns({ clock, send, onOver, retry }: SendTurnsDeps) {
  /** The visit whose sending waits for the lock. */
  let waitingVisit: AbortSignal | undefined;
  /** Sendings that wait or are under way. */
  let unfinished = 0;
  /** Set while a sending is to be repeated because the device failed. */
  let cancelRetry: (() => void) | undefined;
  let isStopped = false;

  return {
    /** Sends what can go, unless a sending of this visit waits for the lock already. */
    async sendNow(signal: AbortSignal): Promise<void> {
      if (waitingVisit === signal) return;
      waitingVisit = signal;
      let hasLock = false;
      const onLockTaken = () => {
        if (!hasLock && waitingVisit === signal) waitingVisit = undefined;
        hasLock = true;
      };
      cancelRetry?.();
      cancelRetry = undefined;
      unfinished += 1;
      // A device that is full or fails now may record answers a moment later.
      await send(signal, onLockTaken).catch(() => {
        cancelRetry?.();
        if (!isStopped) cancelRetry = clock.after(brokenDeviceMs, retry);
      });
      onLockTaken();
      unfinished -= 1;
      await onOver();
    },

    /** Whether the device failed to record the last answer: then a timer repeats the sending. */
    isBroken: (): boolean => cancelRetry !== undefined,
    isRunning: (): boolean => unfinished > 0,
    stop(): void {
      isStopped = true;
      cancelRetry?.();
    },
  };
}
