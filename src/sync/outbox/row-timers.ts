import type { OutboxRow } from '../store/outbox-row.ts';
import { brokenDeviceMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { nextDue } from './order.ts';
import { nextUndoEnd } from './undo-period.ts';

/** Two timers of a page: for the next row that is due, and for the end of the next undo period. */
export function createRowTimers(base: Clock, onTime: () => void) {
  /** Last moment for which a timer fired: tests shorten waits, so the clock itself may not have reached it. */
  let reached = 0;
  const clock: Clock = { ...base, now: () => Math.max(base.now(), reached) };
  let sendTimer: (() => void) | undefined;
  let undoTimer: (() => void) | undefined;

  function at(time: number | undefined, now: number): (() => void) | undefined {
    if (time === undefined) return undefined;
    return clock.after(Math.max(0, time - now), () => {
      reached = Math.max(reached, time);
      onTime();
    });
  }

  function clear(): void {
    sendTimer?.();
    undoTimer?.();
    sendTimer = undefined;
    undoTimer = undefined;
  }

  return {
    /** Clock of the timers: never earlier than a moment whose timer has fired. */
    clock,
    clear,

    /** Replaces the timers by those of these rows. Without `maySend` no timer sends. */
    set(rows: readonly OutboxRow[], { maySend }: { maySend: boolean }): void {
      clear();
      const now = clock.now();
      sendTimer = maySend ? at(nextDue(rows, now), now) : undefined;
      undoTimer = at(nextUndoEnd(rows, now), now);
    },

    /** Calls `retry` after a while, since the rows could not be read. */
    setForBrokenDevice(retry: () => void): void {
      clear();
      sendTimer = clock.after(brokenDeviceMs, retry);
    },

    /** Clears the timer of the sending: one begins now, and the timers are set again after it. */
    clearSend(): void {
      sendTimer?.();
      sendTimer = undefined;
    },
  };
}
