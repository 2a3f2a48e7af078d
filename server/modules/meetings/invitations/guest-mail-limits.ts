import type { Db } from '#server/platform/db/index.ts';
import { ApiError } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';

/**
 * What one secretary writes to guests, and to who has never signed in: to addresses whose owners have asked for nothing.
 * Rounds of meetings and protocols that are sent count together.
 */
export type GuestMails = {
  /** Refuses with 429 where there were too many: the device keeps a round, and sends it later. */
  addOrRefuse(db: Db, ownerId: string, emails: readonly string[]): Promise<void>;
  /** Of what is called off, which is never refused: there is no more of it than there was of invitations. */
  addWithoutCheck(db: Db, ownerId: string, emails: readonly string[]): void;
  /** Runs what names addresses, as guests or readers. Refusals of them are counted: each tells of an account that is blocked. */
  naming<T>(db: Db, ownerId: string, run: () => Promise<T>): Promise<T>;
};

const windowMs = 60 * 60 * 1000;
/** All mails of an hour; the one that goes beyond is the last. */
const limits = { pair: Infinity, account: 500, address: Infinity, windowMs };
/** Those to one guest. */
const guestLimits = { ...limits, account: 10 };

/** Refused addresses. */
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
      // First, since a round that is refused is none to anybody.
      await all.assertAllowed(attempt(db, ownerId));
      await each.addEachOrRefuse(toEach(db, ownerId, emails));
      await all.addOrRefuse(attempt(db, ownerId), emails.length);
    },
    addWithoutCheck(db, ownerId, emails) {
      for (const mail of toEach(db, ownerId, emails)) each.addWithoutCheck(mail, 1);
      all.addWithoutCheck(attempt(db, ownerId), emails.length);
    },
    async naming(db, ownerId, run) {
      await refused.assertAllowed(attempt(db, ownerId));
      return run().catch((error: unknown) => {
        const fields = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
        if (fields.some((field) => ofAddresses.test(field))) refused.addWithoutCheck(attempt(db, ownerId), 1);
        throw error;
      });
    },
  };
}
