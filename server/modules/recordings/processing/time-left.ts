/** Minimum elapsed time for an estimate. */
const minMs = 3_000;

/**
 * Returns the estimated time left of a step, from its pace since the first progress report: work done before an
 * interruption does not count.
 */
export function timeLeft(now: () => number): (percent: number) => { seconds_left?: number } {
  let first: { at: number; percent: number } | undefined;
  return (percent) => {
    first ??= { at: now(), percent };
    const elapsed = now() - first.at;
    if (percent <= first.percent || elapsed < minMs) return {};
    return { seconds_left: Math.ceil(((elapsed / (percent - first.percent)) * (100 - percent)) / 1000) };
  };
}
