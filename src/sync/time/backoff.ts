const firstMs = 1_000;
/** Failures in a row after which a connection counts as lost, not as cut. */
const probesFrom = 4;
const longestMs = 60_000;

/** How long a device that could not read or record rows is left alone, in milliseconds. */
export const brokenDeviceMs = 60_000;

/** Full-jitter backoff: anywhere from 0 to 1, 2, 4 … 60 s. `random` is in [0, 1), `attempt` from 0. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 10)) * random);
}

/** Interval of probes while offline: 2–4 s, since the connection may return at any moment. */
export function probeMs(random: number): number {
  return Math.round(2_000 + 2_000 * random);
}

/** After a network error: at once the first time, since most connections are only cut, then ever later up to the pace of probes. */
export function networkRetryMs(attempt: number, random: number): number {
  if (attempt === 0) return Math.round(300 * random);
  return Math.round(probeMs(random) / 2 ** Math.max(0, probesFrom - attempt));
}
