const firstMs = 1_000;
const longestMs = 60_000;

/** Full-jitter backoff: anywhere from 0 to 1, 2, 4 … 60 s. `random` is in [0, 1), `attempt` from 0. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 10)) * random);
}

/** After a network error one asks again soon, since the line may be back any second: 2–4 s. */
export function probeMs(random: number): number {
  return Math.round(2_000 + 2_000 * random);
}
