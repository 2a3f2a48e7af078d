import { isIPv6 } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { withPlural } from '#contract/text/plurals.ts';
import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import type { SharedCounts } from './shared-counts-repository.ts';

export type AttemptLimits = {
  /** By account from one address. */
  pair: number;
  /** Per account from anywhere. Counts unknown accounts, too, so that the limit does not reveal which ones exist. */
  account: number;
  /** By address for any account; a function where it changes while the server runs. */
  address: number | (() => number);
  windowMs: number;
};

/** Data of an attempt. The account may not exist; `db` is the handler's. */
export type Attempt = {
  db: Db;
  account: string;
  ip: string;
  /** A device on which this account signed in before: only its own failures count, not those of others. */
  device?: string | undefined;
};

/** The counters that all guards of a server share. */
export type AttemptCounters = {
  shared: SharedCounts | undefined;
  clock: () => Date;
  onError: (error: unknown) => void;
};

export type AttemptGuard = ReturnType<typeof makeGuard>;
type Made = Map<string, { limits: AttemptLimits; guard: AttemptGuard }>;
const made = new WeakMap<AttemptCounters, Made>();

/**
 * Limits guessing and flooding: by account and address together, by account, and by address.
 * @param name separates its counts from those of other guards; calls with the same name share one guard
 * @param what beginning of the refusal: «Слишком много попыток входа»
 */
export function createAttemptGuard(
  name: string,
  what: string,
  limits: AttemptLimits,
  counters: AttemptCounters,
): AttemptGuard {
  const named: Made = made.get(counters) ?? new Map();
  made.set(counters, named);
  const known = named.get(name) ?? { limits, guard: makeGuard(name, what, limits, counters) };
  named.set(name, known);
  if (!isDeepStrictEqual(known.limits, limits)) throw new Error(`Two limits are named ${name}`);
  return known.guard;
}

function makeGuard(name: string, what: string, limits: AttemptLimits, { shared, clock, onError }: AttemptCounters) {
  const { windowMs } = limits;
  const pair = createAttemptLimit({ most: limits.pair, windowMs, clock });
  const account = createAttemptLimit({ most: limits.account, windowMs, clock });
  const address = createAttemptLimit({ most: limits.address, windowMs, clock });
  let settled = Promise.withResolvers<void>();

  /** Returns each limit that there is, with the key that it counts this attempt under. */
  function keysOf({ account: named, ip, device }: Attempt) {
    const who = named.trim().toLowerCase();
    const from = networkOf(ip);
    if (device !== undefined) return [{ limit: pair, key: `${name} device ${who} ${device}` }];
    return [
      { limit: pair, key: `${name} pair ${who} ${from}` },
      { limit: account, key: `${name} account ${who}` },
      { limit: address, key: `${name} address ${from}` },
    ].filter(({ limit }) => limit.isLimited());
  }
  type Keys = ReturnType<typeof keysOf>;

  function assertWelcome(keys: Keys): void {
    const wait = Math.max(...keys.map(({ limit, key }) => limit.secondsToWait(key)));
    if (wait === 0) return;
    const message = `${what}. Попробуйте снова через ${inMinutes(wait)}`;
    throw new Problem('rate_limited', message, undefined, { retryAfter: wait });
  }

  /** Reads what other servers counted, and waits while attempts in progress here might exceed a limit. */
  async function enter(db: Db, keys: Keys): Promise<void> {
    const names = keys.map(({ key }) => key);
    const known = await shared?.read(db, names);
    if (known) for (const { limit, key } of keys) limit.learn(key, known.get(key));
    for (;;) {
      assertWelcome(keys);
      if (!keys.some(({ limit, key }) => limit.wouldExceed(key))) break;
      await settled.promise;
    }
    for (const { limit, key } of keys) limit.begin(key);
  }

  function leave(keys: Keys): void {
    for (const { limit, key } of keys) limit.end(key);
    settled.resolve();
    settled = Promise.withResolvers();
  }

  /** The write to the other servers is not awaited: it may need the connection that the handler holds. */
  function fail(keys: Keys, times = 1): void {
    const names = keys.map(({ key }) => key);
    const written = shared?.add(names, new Date(clock().getTime() + windowMs), times);
    written?.catch(onError);
    for (const { limit, key } of keys) limit.fail(key, written, times);
  }

  async function countFailuresOf<T>(attempt: Attempt, run: () => Promise<T>): Promise<T> {
    const keys = keysOf(attempt);
    await enter(attempt.db, keys);
    try {
      const result = await run();
      const own = keys.find(({ limit, key }) => limit === pair && limit.hasFailed(key));
      if (own) {
        void shared?.forget(own.key).catch(onError);
        pair.forget(own.key);
      }
      return result;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) fail(keys);
      throw error;
    } finally {
      leave(keys);
    }
  }

  return {
    /** Refuses with 429 where there were too many, and counts nothing. */
    async assertAllowed(attempt: Attempt): Promise<void> {
      const keys = keysOf(attempt);
      await enter(attempt.db, keys);
      leave(keys);
    },
    /**
     * Counts a request that cannot fail, such as one for a mail, `times` times. Refuses with 429 if there were too many
     * before.
     */
    async addOrRefuse(attempt: Attempt, times = 1): Promise<void> {
      const keys = keysOf(attempt);
      await enter(attempt.db, keys);
      fail(keys, times);
      leave(keys);
    },
    /** The same for each of several accounts that one request concerns. */
    async addEachOrRefuse(attempts: readonly Attempt[]): Promise<void> {
      const [first] = attempts;
      const keys = [...new Map(attempts.flatMap(keysOf).map((each) => [each.key, each])).values()];
      if (!first || keys.length === 0) return;
      await enter(first.db, keys);
      fail(keys);
      leave(keys);
    },
    /** Counts `times` attempts that happen in any case; refuses nothing. */
    addWithoutCheck(attempt: Attempt, times: number): void {
      if (times > 0) fail(keysOf(attempt), times);
    },
    /** Counts attempts of several accounts that happen in any case, in one write for all that have equally many. */
    addEachWithoutCheck(attempts: readonly Attempt[]): void {
      const byKey = Map.groupBy(attempts.flatMap(keysOf), ({ key }) => key);
      const byTimes = Map.groupBy(byKey.values(), (same) => same.length);
      for (const [times, repeated] of byTimes) {
        const keys = repeated.flatMap(([first]) => first ?? []);
        fail(keys, times);
      }
    },
    /**
     * Runs an attempt, and counts it if it fails with an Problem below 500. Refuses with 429 after too many failures.
     * Waits while attempts in progress could exceed a limit: so a burst of guesses gains nothing, and an office behind
     * one address can sign in at once.
     */
    countFailuresOf,
    /**
     * Runs an attempt first, and counts or refuses only its failure: what succeeds is never refused. For secrets that
     * nobody can guess.
     */
    refuseFailuresOf: <T>(attempt: Attempt, run: () => Promise<T>): Promise<T> =>
      run().catch((error: unknown) => {
        // A server error is not a guess; a database that has failed is not asked for the counts either.
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        return countFailuresOf(attempt, () => Promise.reject(error));
      }),
  };
}

/** Returns «1 минуту», «2 минуты», «15 минут»: the seconds, rounded up to minutes. */
export function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return withPlural(minutes, 'минуту', 'минуты', 'минут');
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
