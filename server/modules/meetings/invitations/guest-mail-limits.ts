import type { Db } from '#server/platform/db/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { Problem } from '#server/platform/problem/index.ts';

/**
 * Limits the mails of one secretary to guests and to people who have never signed in, whose owners have asked for
 * nothing. Rounds of meetings and sent protocols count together.
 */
export type GuestMails = {
  /** Refuses with 429 after too many mails: the device keeps the round and sends it later. */
  addOrRefuse(db: Db, ownerId: string, emails: readonly string[]): Promise<void>;
  /** Counts each mail of cancellations, which are never refused: there cannot be more of them than invitations. */
  addWithoutCheck(db: Db, ownerId: string, emails: readonly string[]): void;
  /**
   * Runs a call that names addresses as guests or recipients. Refused addresses are counted, since each reveals a
   * blocked account.
   */
  countingRefusals<T>(db: Db, ownerId: string, run: () => Promise<T>): Promise<T>;
};

const windowMs = 60 * 60 * 1000;
/** Maximum number of mails per hour; the call that exceeds it is the last one accepted. */
const limits = { pair: Infinity, account: 500, address: Infinity, windowMs };
/** Limits of mails to one guest. */
const guestLimits = { ...limits, account: 10 };

/** Limits of refused addresses. */
const refusedLimits = { ...limits, account: 30 };
const ofAddresses = /^(guests|addresses)\b/;

export function limitGuestMails(attempts: AttemptCounters): GuestMails {
  const all = createAttemptGuard('guest-mails', 'Слишком много писем гостям за час', limits, attempts);
  const each = createAttemptGuard('mails-to-guest', 'На эти адреса ушло уже много писем', guestLimits, attempts);
  const refused = createAttemptGuard('refused-addresses', 'Слишком много отказов за час', refusedLimits, attempts);
  const attempt = (db: Db, account: string) => ({ db, account, ip: '' });
  const toEach = (db: Db, ownerId: string, emails: readonly string[]) =>
    emails.map((email) => attempt(db, `${ownerId} ${email}`));
  return {
    async addOrRefuse(db, ownerId, emails) {
      if (emails.length === 0) return;
      // Checked first, since a refused round counts for none of the addresses.
      await all.assertAllowed(attempt(db, ownerId));
      await each.addEachOrRefuse(toEach(db, ownerId, emails));
      await all.addOrRefuse(attempt(db, ownerId), emails.length);
    },
    addWithoutCheck(db, ownerId, emails) {
      each.addEachWithoutCheck(toEach(db, ownerId, emails));
      all.addWithoutCheck(attempt(db, ownerId), emails.length);
    },
    async countingRefusals(db, ownerId, run) {
      await refused.assertAllowed(attempt(db, ownerId));
      return run().catch((error: unknown) => {
        const fields = error instanceof Problem ? Object.keys(error.errors ?? {}) : [];
        if (fields.some((field) => ofAddresses.test(field))) refused.addWithoutCheck(attempt(db, ownerId), 1);
        throw error;
      });
    },
  };
}
