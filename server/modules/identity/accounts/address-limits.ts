import type { Db } from '#server/platform/db/index.ts';

/** How many attempts one address may make; a whole organization may be behind it. */
export type AddressLimits = {
  /** Brings the number of accounts up to date, where the limits depend on it. */
  refresh(db: Db): Promise<void>;
  /** Failed sign-ins in a quarter of an hour. */
  login(): number;
  /** Requests for a password link in an hour. */
  link(): number;
  /** Password links that lead nowhere, in a quarter of an hour. */
  reset(): number;
};

type Options = {
  /** The limit of the settings; undefined: it grows with the number of accounts. */
  fixed: number | undefined;
  clock: () => Date;
  count: (db: Db) => Promise<number>;
};

/** For how long a number of accounts is good enough: counting reads the whole table. */
const countedMs = 10 * 60 * 1000;
/** One in fifty mistypes on a morning, some of them several times. */
const accountsPerAttempt = 5;

export function createAddressLimits({ fixed, clock, count }: Options): AddressLimits {
  let accounts = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  const atLeast = (least: number) => fixed ?? Math.max(least, Math.ceil(accounts / accountsPerAttempt));
  return {
    async refresh(db) {
      const now = clock().getTime();
      if (fixed !== undefined || now - countedAt < countedMs) return;
      // Before the answer: who comes meanwhile goes by the number of before.
      countedAt = now;
      accounts = await count(db);
    },
    login: () => atLeast(100),
    link: () => atLeast(300),
    reset: () => atLeast(50),
  };
}
