import type { Db } from '#server/platform/db/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';

const guesses = {
  pair: Number.POSITIVE_INFINITY,
  account: Number.POSITIVE_INFINITY,
  address: 60,
  windowMs: 15 * 60 * 1000,
};

/**
 * Slows down guessing of secret addresses. The address is looked up first, and only failures are counted: an office
 * behind one IP address can open its valid links, whatever somebody guesses there.
 */
export function createLinkGuard(db: Db, attempts: AttemptCounters) {
  const guard = createAttemptGuard('links', 'Слишком много неверных ссылок с вашего адреса', guesses, attempts);
  return {
    /**
     * Returns the result of the look-up. A failure is counted and rethrown; after too many of them it becomes a 429.
     */
    open: <T>(ip: string, look: () => Promise<T>): Promise<T> =>
      guard.refuseFailuresOf({ db, account: 'link', ip }, look),
  };
}
