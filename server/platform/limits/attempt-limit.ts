const mostKeys = 100_000;

/**
 * Counts failures by key, `most` in each window, and the attempts under way. Kept in this process: each node counts for
 * itself.
 */
export function createAttemptLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: () => Date }) {
  const failures = new Map<string, { count: number; until: number }>();
  const running = new Map<string, number>();
  const failed = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > clock().getTime() ? entry.count : 0;
  };
  return {
    /** Returns 0 when another attempt may be made. */
    secondsToWait(key: string): number {
      const entry = failures.get(key);
      const left = (entry?.until ?? 0) - clock().getTime();
      return entry && entry.count >= most && left > 0 ? Math.ceil(left / 1000) : 0;
    },
    fail(key: string): void {
      const now = clock().getTime();
      const entry = failures.get(key);
      if (entry && entry.until > now) entry.count += 1;
      else {
        failures.delete(key);
        if (failures.size >= mostKeys) failures.delete(failures.keys().next().value ?? '');
        failures.set(key, { count: 1, until: now + windowMs });
      }
    },
    /** Whether the failures would reach the limit if every attempt under way failed. */
    isTaken: (key: string) => failed(key) + (running.get(key) ?? 0) >= most,
    begin: (key: string) => void running.set(key, (running.get(key) ?? 0) + 1),
    end(key: string): void {
      const left = (running.get(key) ?? 0) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    },
    forget: (key: string) => void failures.delete(key),
  };
}
