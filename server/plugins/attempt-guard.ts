import { isIPv6 } from 'node:net';
import { createAttemptLimit } from './attempt-limit.ts';
import { ApiError } from './errors.ts';

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
 * Slows guessing and flooding down: by account and address together, by account, and by address. An attempt counts from
 * its start, so that many at once are not free, until it succeeds.
 * @param what begins the refusal: «Слишком много попыток входа»
 */
export function createAttemptGuard(what: string, limits: AttemptLimits, clock: () => Date) {
  const { windowMs } = limits;
  const pair = createAttemptLimit({ most: limits.pair, windowMs, clock });
  const account = createAttemptLimit({ most: limits.account, windowMs, clock });
  const address = createAttemptLimit({ most: limits.address, windowMs, clock });
  return {
    /** Refuses with 429 where there were too many. */
    enter(email: string, ip: string) {
      const name = email.trim().toLowerCase();
      const from = networkOf(ip);
      const both = `${name} ${from}`;
      const wait = Math.max(pair.secondsToWait(both), account.secondsToWait(name), address.secondsToWait(from));
      if (wait > 0) {
        const message = `${what}. Попробуйте снова через ${inMinutes(wait)}`;
        throw new ApiError(429, 'rate_limited', message, undefined, { retryAfter: wait });
      }
      pair.fail(both);
      account.fail(name);
      address.fail(from);
      return {
        succeeded(): void {
          pair.forget(both);
          account.undo(name);
          address.undo(from);
        },
      };
    },
  };
}

const plural = new Intl.PluralRules('ru');

/** «1 минуту», «2 минуты», «15 минут»: no sooner than the seconds are over. */
export function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const form = plural.select(minutes);
  return `${minutes}\u00a0${form === 'one' ? 'минуту' : form === 'few' ? 'минуты' : 'минут'}`;
}

/** What one caller commands: an IPv4 address, or the /64 network that every IPv6 line has for itself. */
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
