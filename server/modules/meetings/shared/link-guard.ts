import type { Db } from '#server/platform/db/index.ts';
import { ApiError } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';

const guesses = {
  pair: Number.POSITIVE_INFINITY,
  account: Number.POSITIVE_INFINITY,
  address: 60,
  windowMs: 15 * 60 * 1000,
};

/**
 * Slows guessing of secret addresses down. An address is looked up first and failures alone are counted: an office behind one
 * IP address opens its genuine links whatever somebody guesses there.
 */
export function createLinkGuard(db: Db, attempts: AttemptCounters) {
  const guard = createAttemptGuard('links', 'Слишком много неверных ссылок с вашего адреса', guesses, attempts);
  return {
    /** Returns what is looked up. A failure is counted and thrown; after too many of them it is a 429. */
    open: <T>(ip: string, look: () => Promise<T>): Promise<T> =>
      look().catch((error: unknown) => {
        // A fault is nobody's guess: a database that did not answer is not asked once more for the counts.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return guard.countFailuresOf({ db, account: 'link', ip }, () => Promise.reject(error));
      }),
  };
}
