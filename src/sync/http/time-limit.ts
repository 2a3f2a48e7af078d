import type { Clock } from '../time/clock.ts';

/** A signal that is aborted after so many milliseconds; `clear` when it is no longer needed. */
export function timeLimit(clock: Clock, ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const clear = clock.after(ms, () => controller.abort(new DOMException('No answer in time', 'TimeoutError')));
  return { signal: controller.signal, clear };
}
