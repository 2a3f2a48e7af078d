import type { PasswordChange } from '#contract/own-password.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField, notFound, type RequestUser } from '#server/platform/http/index.ts';
import type { PasswordLinks } from '../accounts/password-links.ts';
import type { Auth } from '../auth/auth.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { revokeSessionsOf } from '../auth/session-repository.ts';
import { findOwnPassword, lockOwnPassword, setPassword } from './repository.ts';

type ChangeDeps = { auth: Auth; passwordLinks: PasswordLinks; clock: () => Date };

/**
 * Changes the password of a person who knows the present one; an open session is not enough. Ends every other session.
 * Throws a 422 for a wrong password.
 */
export async function changePassword(
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
