/** The least progress that allows an estimate. */
const leastMs = 3_000;

/**
 * How long a step is likely to go on, by the pace since its first sign of progress: what was done before it was cut off
 * does not count.
 */
export function timeLeft(now: () => number): (percent: number) => { seconds_left?: number } {
  let first: { at: number; percent: number } | undefined;
  return (percent) => {
    first ??= { at: now(), percent };
    const elapsed = now() - first.at;
    if (percent <= first.percent || elapsed < leastMs) return {};
    return { seconds_left: Math.ceil(((elapsed / (percent - first.percent)) * (100 - percent)) / 1000) };
  };
}
