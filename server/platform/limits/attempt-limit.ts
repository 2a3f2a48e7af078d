import type { Counted } from './shared-counts-repository.ts';

const maxKeys = 100_000;

/** `unwritten`: failures counted here that other servers do not know yet; if the write fails, they never will. */
type Entry = { count: number; until: number; unwritten: number };

/** `most` may change while the process runs. */
type LimitOptions = { most: number | (() => number); windowMs: number; clock: () => Date };

/**
 * Counts failures by key, `most` in each window, and the attempts under way. Kept in this process; what other servers
 * counted is learned before each attempt.
 */
export function createAttemptLimit({ most, windowMs, clock }: LimitOptions) {
  const limit = () => (typeof most === 'number' ? most : most());
  const failures = new Map<string, Entry>();
  const running = new Map<string, number>();
  const entryOf = (key: string) => {
    const entry = failures.get(key);
    return entry && entry.until > clock().getTime() ? entry : undefined;
  };
  const failed = (key: string) => entryOf(key)?.count ?? 0;
  const keep = (key: string, entry: Entry) => {
    failures.delete(key);
    if (failures.size >= maxKeys) failures.delete(failures.keys().next().value ?? '');
    failures.set(key, entry);
  };
  return {
    isLimited: () => Number.isFinite(limit()),
    /** Returns 0 when another attempt may be made. */
    secondsToWait(key: string): number {
      const entry = failures.get(key);
      const left = (entry?.until ?? 0) - clock().getTime();
      return entry && entry.count >= limit() && left > 0 ? Math.ceil(left / 1000) : 0;
    },
    /** @param written resolves once the other servers can know of it, and rejects where they never will */
    fail(key: string, written?: Promise<unknown>, times = 1): void {
      const entry = entryOf(key) ?? { count: 0, until: clock().getTime() + windowMs, unwritten: 0 };
      if (entry.count === 0) keep(key, entry);
      entry.count += times;
      if (!written) return;
      entry.unwritten += times;
      written.then(
        () => (entry.unwritten -= times),
        () => undefined,
      );
    },
    /** Takes over the count of all servers (undefined: none); failures that are not written yet are added to it. */
    learn(key: string, known: Counted | undefined): void {
      const entry = entryOf(key) ?? { count: 0, until: 0, unwritten: 0 };
      const counts = known && known.until > clock() ? known : { count: 0, until: new Date(entry.until) };
      entry.count = counts.count + entry.unwritten;
      entry.until = counts.until.getTime();
      if (entry.count > 0) keep(key, entry);
      else failures.delete(key);
    },
    /** Returns whether the failures would reach the limit if every attempt under way failed. */
    wouldExceed: (key: string) => failed(key) + (running.get(key) ?? 0) >= limit(),
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
