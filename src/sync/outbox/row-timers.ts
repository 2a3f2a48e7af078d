import type { OutboxRow } from '../store/outbox-row.ts';
import { brokenDeviceMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { nextDue } from './order.ts';
import { nextUndoEnd } from './undo-period.ts';

/** The two timers of a page: when the next row may be sent, and when the next deletion cannot be undone any more. */
export function createRowTimers(base: Clock, onTime: () => void) {
  /** The last moment for which a timer fired: with shortened waits of tests the clock is not there yet. */
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
    /** The clock that the timers go by: never before a moment whose timer has fired. */
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
