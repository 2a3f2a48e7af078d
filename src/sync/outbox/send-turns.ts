import { brokenDeviceMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

interface SendTurnsDeps {
  clock: Pick<Clock, 'after'>;
  /**
   * Waits for the lock of the outbox, calls `onLockTaken`, and sends. Rejects where the device failed to record an
   * answer.
   */
  send(signal: AbortSignal, onLockTaken: () => void): Promise<unknown>;
  /** Called after each send, whatever its outcome. */
  onOver(): Promise<void>;
  /** Sends again: a device that failed may be able to record answers by now. */
  retry(): void;
}

/**
 * Sends of this page, under the lock shared by all tabs. A send waits for the lock or runs. At most one waits while
 * another runs: it will find everything that was queued meanwhile.
 */
export function createSendTurns({ clock, send, onOver, retry }: SendTurnsDeps) {
  /** The visit whose sending waits for the lock. */
  let waitingVisit: AbortSignal | undefined;
  /** Number of sends that wait or run. */
  let unfinished = 0;
  /** Cancels the repeat that is scheduled because the device failed; undefined where none is. */
  let cancelRetry: (() => void) | undefined;
  let isStopped = false;

  return {
    /** Sends what can be sent, unless a send of this visit is already waiting for the lock. */
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
        if (isStopped) return;
        cancelRetry = clock.after(brokenDeviceMs, () => {
          cancelRetry = undefined;
          retry();
        });
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
