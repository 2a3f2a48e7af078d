import { setTimeout as pause } from 'node:timers/promises';

/** Repeats the work after a pause until it succeeds or the signal aborts it. */
export async function repeatUntilDone(
  work: () => Promise<void>,
  { pauseMs, signal, onError }: { pauseMs: number; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
