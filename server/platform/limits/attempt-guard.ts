import { isIPv6 } from 'node:net';
import { ApiError } from '#server/platform/http/index.ts';
import { createAttemptLimit } from './attempt-limit.ts';

export type AttemptLimits = {
  /** By account from one address. */
  pair: number;
  /** By account from anywhere; also of an account that does not exist, so that the limit tells nothing. */
  account: number;
  /** By address for any account. */
  address: number;
  windowMs: number;
};

/**
 * Slows guessing and flooding down: by account and address together, by account, and by address.
 * @param what begins the refusal: «Слишком много попыток входа»
 */
export function createAttemptGuard(what: string, limits: AttemptLimits, clock: () => Date) {
  const { windowMs } = limits;
  const pair = createAttemptLimit({ most: limits.pair, windowMs, clock });
  const account = createAttemptLimit({ most: limits.account, windowMs, clock });
  const address = createAttemptLimit({ most: limits.address, windowMs, clock });
  let settled = Promise.withResolvers<void>();

  /** Returns each limit with the key that it counts this attempt under. */
  function keysOf(email: string, ip: string) {
    const name = email.trim().toLowerCase();
    const from = networkOf(ip);
    const both = `${name} ${from}`;
    return [
      { limit: pair, key: both },
      { limit: account, key: name },
      { limit: address, key: from },
    ];
  }

  function assertWelcome(keys: ReturnType<typeof keysOf>): void {
    const wait = Math.max(...keys.map(({ limit, key }) => limit.secondsToWait(key)));
    if (wait === 0) return;
    const message = `${what}. Попробуйте снова через ${inMinutes(wait)}`;
    throw new ApiError(429, 'rate_limited', message, undefined, { retryAfter: wait });
  }

  return {
    /** Counts requests that cannot fail, such as for a mail. Refuses with 429 where there were too many. */
    count(email: string, ip: string): void {
      const keys = keysOf(email, ip);
      assertWelcome(keys);
      for (const { limit, key } of keys) limit.fail(key);
    },
    /**
     * Runs an attempt and counts it where it fails by an ApiError below 500. Refuses with 429 after too many failures. Waits
     * while the attempts under way could make too many: so a burst of guesses gains nothing, and an office behind one address
     * can sign in at once.
     */
    async attempt<T>(email: string, ip: string, run: () => Promise<T>): Promise<T> {
      const keys = keysOf(email, ip);
      for (;;) {
        assertWelcome(keys);
        if (!keys.some(({ limit, key }) => limit.isTaken(key))) break;
        await settled.promise;
      }
      for (const { limit, key } of keys) limit.begin(key);
      try {
        const result = await run();
        pair.forget(keys[0]?.key ?? '');
        return result;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) for (const { limit, key } of keys) limit.fail(key);
        throw error;
      } finally {
        for (const { limit, key } of keys) limit.end(key);
        settled.resolve();
        settled = Promise.withResolvers();
      }
    },
  };
}

const plural = new Intl.PluralRules('ru');

/** Returns «1 минуту», «2 минуты», «15 минут»: the seconds, rounded up to minutes. */
export function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const form = plural.select(minutes);
  return `${minutes}\u00a0${form === 'one' ? 'минуту' : form === 'few' ? 'минуты' : 'минут'}`;
}

/** Returns the addresses that one caller has: an IPv4 address, or the /64 network that every IPv6 connection gets. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('%', 1).join('').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
