/** Time as the offline core uses it, so that a test can drive it. Milliseconds. */
export interface Clock {
  /** Epoch milliseconds. Whoever keeps the device, or a time server, may set it forward and back. */
  now(): number;
  /** Milliseconds since some moment; it is never set, and may stand still while the machine sleeps. */
  monotonic(): number;
  /** Calls back once; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** In [0, 1). */
  random(): number;
}

declare const __TIMERS_DIVIDED_BY__: number | undefined;

/** 1 in every shipped build; vite.config.ts sets another number for the build of the fault matrix. */
const timersDividedBy = typeof __TIMERS_DIVIDED_BY__ === 'undefined' ? 1 : __TIMERS_DIVIDED_BY__;

/** Longest wait of a timer; a browser ends a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The browser's own time. `scale` divides every wait: the fault matrix runs with timers ÷ 20. */
export function systemClock(scale = timersDividedBy): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms / scale, maxTimerMs));
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}

/** Resolves after this many milliseconds, or at once when the signal is aborted. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, done);
    function done() {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}
