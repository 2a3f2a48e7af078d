import type { Clock } from './clock.ts';

/** Chromium gives a sync event about three minutes. */
const nothingNewMs = 120_000;
const overMs = 150_000;

export type WorkTime = ReturnType<typeof startWorkTime>;

/** The time of one run of the worker, for all that it sends; counted from the call. `clear` when the run is over. */
export function startWorkTime(clock: Clock) {
  const nothingNew = new AbortController();
  const over = new AbortController();
  const cancel = [
    clock.after(nothingNewMs, () => nothingNew.abort()),
    clock.after(overMs, () => over.abort(new DOMException('The worker’s time is up', 'TimeoutError'))),
  ];
  return {
    /** Aborted when no new mutation or chunk is to be begun. */
    nothingNew: nothingNew.signal,
    /** Aborted when requests under way are to be aborted. */
    over: over.signal,
    /** Time of `over`, in epoch milliseconds. */
    end: clock.now() + overMs,
    clear(): void {
      for (const each of cancel) each();
    },
  };
}
