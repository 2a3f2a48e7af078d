const signals = ['SIGINT', 'SIGTERM'] as const;
/** Longer than a job takes to end. */
const patienceMs = 15_000;
/** Signals within this time count as one Ctrl+C: the terminal signals each process of `npm start`, and each its child. */
const sameWishMs = 300;

/**
 * Resolves at the first SIGINT or SIGTERM; a second wish, or a stop that takes too long, ends the process at once.
 * @param drainMs what is waited for before anything is closed
 */
export function stopSignal(drainMs: () => number, now = () => performance.now()): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = () => {
      if (asked !== undefined) {
        if (now() - asked >= sameWishMs) process.exit(130);
        return;
      }
      asked = now();
      setTimeout(() => process.exit(1), drainMs() + patienceMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
