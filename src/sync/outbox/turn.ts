import type { Clock } from '../time/clock.ts';

/** How long a device that could not read or note what is kept is left alone. */
export const brokenDeviceMs = 60_000;

interface TurnDeps {
  clock: Pick<Clock, 'after'>;
  /** Waits for the turn, calls `onTurn` when it has come, and sends what can go. Rejects where the device noted nothing. */
  send(signal: AbortSignal, onTurn: () => void): Promise<unknown>;
  /** It is over, whatever came of it. */
  onOver(): Promise<void>;
  /** A device that failed may keep what comes of it by now. */
  again(): void;
}

/** This page's turns at sending: one runs, one more waits and finds what came since. */
export function createTurns({ clock, send, onOver, again }: TurnDeps) {
  /** Whose visit has a sending that waits for its turn: it finds what came since, too. */
  let inLine: AbortSignal | undefined;
  let running = 0;
  let tryAgain: (() => void) | undefined;
  let isStopped = false;

  return {
    /** Sends what can go, unless a sending of this visit waits for its turn already. */
    async take(signal: AbortSignal): Promise<void> {
      if (inLine === signal) return;
      inLine = signal;
      let isInTurn = false;
      const onTurn = () => {
        if (!isInTurn && inLine === signal) inLine = undefined;
        isInTurn = true;
      };
      tryAgain?.();
      tryAgain = undefined;
      running += 1;
      // A device that is full or fails now may keep what comes of it a moment later.
      await send(signal, onTurn).catch(() => {
        tryAgain?.();
        if (!isStopped) tryAgain = clock.after(brokenDeviceMs, again);
      });
      onTurn();
      running -= 1;
      await onOver();
    },

    /** Whether the device failed to note what came of the last one: it has a timer of its own. */
    isBroken: (): boolean => tryAgain !== undefined,
    isRunning: (): boolean => running > 0,
    stop(): void {
      isStopped = true;
      tryAgain?.();
    },
  };
}
