import type { Clock, Connectivity } from '#src/sync/index.ts';

interface Surroundings {
  clock: Pick<Clock, 'now' | 'after'>;
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe'>;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

const everyMs = 60 * 60_000;
/** Minimum time between two checks, in milliseconds, for people who show the page every minute. */
const restMs = 15 * 60_000;

/**
 * Checks for a newer version each hour, when the page becomes visible and when the connection returns: a browser checks
 * by itself only when a page is loaded, and this one may stay open for weeks. Returns a function that stops it.
 */
export function checkForUpdates(
  check: () => Promise<unknown>,
  { clock, connectivity, page }: Surroundings,
): () => void {
  let askedAt = clock.now();

  const ask = () => {
    const isDue = clock.now() - askedAt >= restMs;
    if (!isDue || page.visibilityState === 'hidden' || !connectivity.isOnline()) return;
    askedAt = clock.now();
    // After a failure the next occasion checks again.
    check().catch(() => undefined);
  };
  const askHourly = () => {
    ask();
    cancel = clock.after(everyMs, askHourly);
  };
  let cancel = clock.after(everyMs, askHourly);
  const unsubscribe = connectivity.subscribe(ask);
  page.addEventListener('visibilitychange', ask);
  return () => {
    cancel();
    unsubscribe();
    page.removeEventListener('visibilitychange', ask);
  };
}
