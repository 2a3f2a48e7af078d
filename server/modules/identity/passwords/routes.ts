import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { emailKey } from '#contract/common.ts';
import type { PasswordChange } from '#contract/identity/own-password.ts';
import type { ResetSubmit } from '#contract/identity/session.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type RequestUser, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';
import type { AddressLimits } from '../accounts/address-limits.ts';
import { changeLimits } from '../accounts/password-limits.ts';
import type { PasswordLinks } from '../accounts/password-links.ts';
import type { Auth } from '../auth/auth.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { revokeSessionsOf } from '../auth/session-repository.ts';
import { findOwnPassword, lockOwnPassword, lockRecipient, setPassword } from './repository.ts';

export type PasswordDeps = RouteDeps & {
  auth: Auth;
  jobs: Jobs;
  passwordLinks: PasswordLinks;
  attempts: AttemptCounters;
  addressLimits: AddressLimits;
  clock: () => Date;
};

const queue = 'send-reset-link';
/** Links are valid for an hour, so a person who is refused another one still has valid links in the mailbox. */
const sendLimits = { pair: 5, account: 5, windowMs: 60 * 60 * 1000 };
/** By address alone: whoever counted by e-mail could keep its owner from using a genuine link. */
const resetLimits = {
  pair: Number.POSITIVE_INFINITY,
  account: Number.POSITIVE_INFINITY,
  windowMs: 15 * 60 * 1000,
};

/** Of one used link. */
const repeatLimits = { pair: 10, account: 10, address: 100, windowMs: 15 * 60 * 1000 };

/**
 * Registers the calls to request a link for a forgotten password, to set a new password by that link, and to change a
 * known password.
 */
export function registerPasswords(app: FastifyInstance, deps: PasswordDeps): void {
  const { addressLimits, attempts, auth, clock, database, jobs, passwordLinks } = deps;
  const route = routesOf(app, deps);
  const sends = { ...sendLimits, address: addressLimits.link };
  const sending = createAttemptGuard('reset-link', 'Слишком много запросов', sends, attempts);
  const resets = { ...resetLimits, address: addressLimits.reset };
  const resetting = createAttemptGuard('reset', 'Слишком много попыток', resets, attempts);
  const repeating = createAttemptGuard('repeated-reset', 'Слишком много попыток', repeatLimits, attempts);
  const changing = createAttemptGuard('password', 'Слишком много попыток', changeLimits, attempts);

  // The account is looked up outside the request, so that neither the response nor its time reveals whether there is
  // one.
  route(calls.sendResetLink, async ({ body, db, request }) => {
    const email = emailKey(body.email);
    await addressLimits.refresh(db);
    await sending.addOrRefuse({ db, account: email, ip: request.ip });
    await jobs.send(queue, email, { email });
  });
  jobs.handle<{ email: string }>(queue, ({ data }) =>
    database.db.transaction(async (db) => {
      const person = await lockRecipient(db, data.email);
      if (person) await passwordLinks.sendReset(db, person);
    }),
  );

  route(calls.resetPassword, async ({ body, db, request: { ip } }) => {
    await addressLimits.refresh(db);
    await resetting.refuseFailuresOf({ db, account: 'link', ip }, async () => {
      if (!(await setByLink(db, body))) await repeatReset(db, body, ip);
    });
  });

  /** The answer to the first request may have been lost: what is done already is answered like it. */
  async function repeatReset(db: Db, body: ResetSubmit, ip: string): Promise<void> {
    const hash = await passwordLinks.findPasswordSet(db, body);
    if (hash === undefined) throw uselessLink();
    // Whoever found a used link would otherwise learn which of many guesses is the password.
    await repeating.countFailuresOf({ db, account: tokenDigest(body.token), ip }, async () => {
      if (!(await verifyPassword(body.password, hash))) throw uselessLink();
    });
  }

  /** @returns false where the link is good for nothing */
  async function setByLink(db: Db, body: ResetSubmit): Promise<boolean> {
    if (!(await passwordLinks.find(db, body))) return false;
    // Before the transaction: the embedded database would serve nobody else meanwhile.
    const passwordHash = await hashPassword(body.password);
    const person = await db.transaction(async (tx) => {
      const user = await passwordLinks.use(tx, body);
      if (!user) return undefined;
      await setPassword(tx, user.id, passwordHash, clock());
      await passwordLinks.passwordChanged(tx, user);
      await revokeSessionsOf(tx, user.id, clock(), 'password');
      return user;
    });
    if (person) await auth.signOutEverywhere(person.id, 'password');
    return person !== undefined;
  }

  route(calls.updatePassword, async ({ body, db, request, user }) => {
    await changing.countFailuresOf({ db, account: user.id, ip: request.ip }, () =>
      changePassword(deps, db, user, body),
    );
  });
}

/**
 * The same error for a link that is wrong, used, expired, or belongs to another e-mail or a blocked person, so that
 * nothing is revealed.
 */
function uselessLink(): Problem {
  return new Problem('validation_failed', 'Эта ссылка не действительна');
}

type ChangeDeps = { auth: Auth; passwordLinks: PasswordLinks; clock: () => Date };

/**
 * Changes the password of a person who knows the present one; an open session is not enough. Ends every other session.
 * Throws a 422 for a wrong password.
 */
async function changePassword(
  { auth, passwordLinks, clock }: ChangeDeps,
  db: Db,
  user: RequestUser,
  { current_password, password }: PasswordChange,
): Promise<void> {
  const known = await findOwnPassword(db, user.id);
  if (!(await verifyPassword(current_password, known?.passwordHash))) throw wrongPassword();
  // Before the transaction: hashing takes long, and a transaction blocks the embedded database for everyone.
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const person = await lockOwnPassword(tx, user.id);
    if (!person) throw notFound();
    // A concurrent change came first, so the checked password is not the present one.
    if (person.passwordHash !== known?.passwordHash) throw wrongPassword();
    await setPassword(tx, person.id, passwordHash, clock());
    await passwordLinks.passwordChanged(tx, person);
    await revokeSessionsOf(tx, person.id, clock(), 'password', user.sessionId);
  });
  // Repeated after the commit, since this node may have cached sessions meanwhile.
  await auth.signOutEverywhere(user.id, 'password', user.sessionId);
}

function wrongPassword() {
  return invalidField('current_password', 'Это не ваш нынешний пароль');
}
