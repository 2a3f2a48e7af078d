const signals = ['SIGINT', 'SIGTERM'] as const;
/** Longer than a job takes to end. */
const patienceMs = 15_000;

/**
 * Resolves at the first SIGINT or SIGTERM; a second one, or a stop that takes too long, ends the process at once.
 * @param drainMs time added to that limit, in which nothing is closed yet
 */
export function stopSignal(drainMs: () => number): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(130);
      asked = true;
      setTimeout(() => process.exit(1), drainMs() + patienceMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
