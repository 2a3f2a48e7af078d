import type { OutboxRow } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { nextOver } from './hold.ts';
import { nextDue } from './order.ts';
import { brokenDeviceMs } from './turn.ts';

/** The timers of a page for its rows: when the next may be sent, and when the next deletion can be undone no more. */
export function createRowTimers(base: Clock, onTime: () => void) {
  /** The last moment that a timer stood for: with shortened waits the clock itself is not there yet. */
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

    /** Replaces the timers by those of these rows; without `maySend` nothing is sent by time. */
    set(rows: readonly OutboxRow[], maySend: boolean): void {
      clear();
      const now = clock.now();
      sendTimer = maySend ? at(nextDue(rows, now), now) : undefined;
      undoTimer = at(nextOver(rows, now), now);
    },

    /** The rows could not be read: calls back when the device has been left alone for a while. */
    setForBrokenDevice(again: () => void): void {
      clear();
      sendTimer = clock.after(brokenDeviceMs, again);
    },

    /** A sending begins: it takes what is due, and the timers are set again when it is over. */
    clearSend(): void {
      sendTimer?.();
      sendTimer = undefined;
    },
  };
}
