const mostKeys = 100_000;

/**
 * Counts failures by key, `most` in each window. @returns the seconds to wait, 0 when another attempt is welcome.
 * Kept in this process: nodes count for themselves.
 */
export function createAttemptLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: () => Date }) {
  const failures = new Map<string, { count: number; until: number }>();
  return {
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
    /** Takes one back: the attempt was none. */
    undo(key: string): void {
      const entry = failures.get(key);
      if (entry) entry.count -= 1;
    },
    forget: (key: string) => void failures.delete(key),
  };
}
