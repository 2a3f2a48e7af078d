const signals = ['SIGINT', 'SIGTERM'] as const;
/** Longer than a job takes to end, and a request. */
const patienceMs = 20_000;

/** Resolves at the first SIGINT or SIGTERM; a second one, or a stop that takes too long, ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(130);
      asked = true;
      setTimeout(() => process.exit(1), patienceMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
