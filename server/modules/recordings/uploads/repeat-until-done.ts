import { setTimeout as pause } from 'node:timers/promises';

/** Does it again after a pause as long as it fails, until it is told to stop. */
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
