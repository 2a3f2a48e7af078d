/** `Retry-After` in milliseconds: seconds or a date; 0 where it is missing. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (header === null) return 0;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
