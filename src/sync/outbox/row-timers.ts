import type { OutboxRow } from '../store/outbox-row.ts';
import { brokenDeviceMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { nextDue } from './order.ts';
import { nextUndoEnd } from './undo-period.ts';

/** A smaller step back is the correction of a clock that runs fast. */
const correctionMs = 1_000;

/**
 * Two timers of a page: for the next row that is due, and for the end of the next undo period. `onPutBack` is called when the
 * device's clock turns out to have been put back: the times of the rows are too far ahead by now.
 */
export function createRowTimers(base: Clock, onTime: () => void, onPutBack: () => void) {
  /** Last moment for which a timer fired: tests shorten waits, so the clock itself may not have reached it. */
  let reached = 0;
  /** Last time of the device's clock. */
  let lastRead = 0;
  /** How often the clock was put back. */
  let putBacks = 0;
  const clock: Clock = { ...base, now };
  let sendTimer: (() => void) | undefined;
  let undoTimer: (() => void) | undefined;

  function now(): number {
    const read = base.now();
    const isPutBack = lastRead - read > correctionMs;
    lastRead = read;
    if (isPutBack) {
      reached = 0;
      putBacks += 1;
      onPutBack();
    }
    return Math.max(read, reached);
  }

  function at(time: number | undefined, from: number): (() => void) | undefined {
    if (time === undefined) return undefined;
    const before = putBacks;
    return clock.after(Math.max(0, time - from), () => {
      const read = now();
      if (putBacks === before) reached = Math.max(read, time);
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
    /** Clock of the timers: never earlier than a moment whose timer has fired, until the device's clock is put back. */
    clock,
    clear,

    /** Replaces the timers by those of these rows. Without `maySend` no timer sends. */
    set(rows: readonly OutboxRow[], { maySend }: { maySend: boolean }): void {
      clear();
      const from = now();
      sendTimer = maySend ? at(nextDue(rows, from), from) : undefined;
      undoTimer = at(nextUndoEnd(rows, from), from);
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
