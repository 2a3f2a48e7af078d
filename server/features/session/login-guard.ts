import { createAttemptLimit } from '#server/plugins/attempt-limit.ts';
import { ApiError } from '#server/plugins/errors.ts';

const windowMs = 15 * 60 * 1000;

/**
 * Slows guessing down: by account and address together, by account from anywhere, and by address for any account. An
 * attempt counts as a failure from its start, so that many at once are not free, until it succeeds.
 */
export function createLoginGuard(clock: () => Date) {
  const pair = createAttemptLimit({ most: 10, windowMs, clock });
  const account = createAttemptLimit({ most: 100, windowMs, clock });
  const address = createAttemptLimit({ most: 100, windowMs, clock });
  return {
    /** Refuses with 429 where there were too many failures. */
    enter(email: string, ip: string) {
      const name = email.trim().toLowerCase();
      const both = `${name} ${ip}`;
      const wait = Math.max(pair.secondsToWait(both), account.secondsToWait(name), address.secondsToWait(ip));
      if (wait > 0) {
        const minutes = Math.ceil(wait / 60);
        const message = `Слишком много попыток входа. Попробуйте снова через ${minutes} мин`;
        throw new ApiError(429, 'rate_limited', message, undefined, { retryAfter: wait });
      }
      pair.fail(both);
      account.fail(name);
      address.fail(ip);
      return {
        succeeded(): void {
          pair.forget(both);
          account.undo(name);
          address.undo(ip);
        },
      };
    },
  };
}
