import type { Counted } from './shared-counts-repository.ts';

const mostKeys = 100_000;

/**
 * Counts failures by key, `most` in each window, and the attempts under way. Kept in this process; what other servers
 * counted is learned before each attempt.
 */
export function createAttemptLimit({ most, windowMs, clock }: { most: number; windowMs: number; clock: () => Date }) {
  const failures = new Map<string, { count: number; until: number }>();
  const running = new Map<string, number>();
  /** Failures of ours that the others cannot know yet. */
  const unwritten = new Map<string, number>();
  const failed = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > clock().getTime() ? entry.count : 0;
  };
  const keep = (key: string, entry: { count: number; until: number }) => {
    failures.delete(key);
    if (failures.size >= mostKeys) failures.delete(failures.keys().next().value ?? '');
    failures.set(key, entry);
  };
  return {
    /** Returns 0 when another attempt may be made. */
    secondsToWait(key: string): number {
      const entry = failures.get(key);
      const left = (entry?.until ?? 0) - clock().getTime();
      return entry && entry.count >= most && left > 0 ? Math.ceil(left / 1000) : 0;
    },
    /** @param written settles once the other servers can know of it */
    fail(key: string, written?: Promise<unknown>): void {
      const now = clock().getTime();
      const entry = failures.get(key);
      if (entry && entry.until > now) entry.count += 1;
      else keep(key, { count: 1, until: now + windowMs });
      if (!written) return;
      change(unwritten, key, 1);
      void written.then(() => change(unwritten, key, -1));
    },
    /** Takes what all servers counted over; undefined: nothing. */
    learn(key: string, known: Counted | undefined): void {
      const own = unwritten.get(key) ?? 0;
      if (known) keep(key, { count: known.count + own, until: known.until.getTime() });
      else if (own === 0) failures.delete(key);
    },
    /** Whether the failures would reach the limit if every attempt under way failed. */
    isTaken: (key: string) => failed(key) + (running.get(key) ?? 0) >= most,
    hasFailed: (key: string) => failed(key) > 0,
    begin: (key: string) => change(running, key, 1),
    end: (key: string) => change(running, key, -1),
    forget: (key: string) => void failures.delete(key),
  };
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) + by;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
