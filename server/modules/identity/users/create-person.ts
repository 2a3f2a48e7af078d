import type * as z from 'zod/mini';
import { emailKey } from '#contract/common.ts';
import type { userCreate } from '#contract/identity/user.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import type { UploadedFile } from '#server/platform/http/index.ts';
import { invalidField, Problem } from '#server/platform/problem/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { PasswordLinks } from '../accounts/password-links.ts';
import { hashPassword } from '../auth/password.ts';
import { readAvatar, withAvatar } from './avatar.ts';
import {
  type Actor,
  assertMayGive,
  assertMayInvite,
  assertMaySetPassword,
  managerAfter,
  userNotFound,
} from './policy.ts';
import { findPerson, insertPerson, isManager, lockPerson } from './repository.ts';

export type CreateDeps = {
  storage: Storage;
  passwordLinks: PasswordLinks;
  clock: () => Date;
  invitations: InvitationCounts;
};

/**
 * Limits of invitations. Each function throws after too many; otherwise anybody could be mailed in the name of the
 * organization.
 */
export type InvitationCounts = {
  /** Counts the people whom the actor adds. */
  added: (tx: Db, actor: Actor) => Promise<void>;
  /** Counts repeated invitations to one person, whatever their address. */
  again: (tx: Db, personId: string) => Promise<void>;
};

/** Adds a person; without a password, an invitation to set one is mailed. @returns the id */
export async function createPerson(
  deps: CreateDeps,
  db: Db,
  actor: Actor,
  body: z.output<typeof userCreate>,
  files: readonly UploadedFile[],
): Promise<string> {
  assertMayGive(actor, body.role);
  assertMaySetPassword(actor, body.password);
  const id = newId(body.id);
  const managerId = managerAfter(actor, { managerId: null }, body);
  const avatar = await readAvatar(files);
  // Before the transaction: hashing takes long, and a transaction blocks the embedded database for everyone.
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
  const { role, name = '', position = null, organization = null, phone = null } = body;
  const email = emailKey(body.email);
  const now = deps.clock();
  await withAvatar({ ...deps, db }, id, avatar, ({ avatarKey, keep }) =>
    db.transaction(async (tx) => {
      if (managerId !== null) await assertManager(tx, { managerId, personId: id });
      const profile = { email, role, name, position, organization, phone, avatarKey };
      const made = { createdById: actor.id, createdAt: now, updatedAt: now };
      await insertPerson(tx, { id, ...profile, managerId, passwordHash, ...made });
      await keep(tx);
      if (passwordHash !== null) return;
      await deps.invitations.added(tx, actor);
      await invite(deps, tx, actor, { id, email, name });
    }),
  );
  return id;
}

/** Throws a 422 unless the manager is another person who is a manager at present. */
export async function assertManager(
  db: Db,
  { managerId, personId }: { managerId: string; personId: string },
): Promise<void> {
  if (managerId === personId || !(await isManager(db, managerId)))
    throw invalidField('manager_id', 'Такого руководителя нет');
}

/** Mails a person the link that sets the first password, in the transaction that adds or changes them. */
export async function invite(
  { passwordLinks }: Pick<CreateDeps, 'passwordLinks'>,
  tx: Db,
  actor: Actor,
  person: { id: string; email: string; name: string },
): Promise<void> {
  const inviter = await findPerson(tx, actor, actor.id);
  await passwordLinks.invite(tx, person, inviter?.name ? { name: inviter.name } : undefined);
}

/**
 * Sends another link to a person who has not set a password yet; earlier links stay valid, since mails may arrive out
 * of order.
 */
export async function inviteAgain(deps: CreateDeps, db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, actor, id);
    if (!person) throw userNotFound();
    assertMayInvite(actor, person);
    if (person.hasPassword) throw refused('Приглашение не нужно: пароль уже задан');
    if (person.isBlocked) throw refused('Пользователь заблокирован: сначала разблокируйте его');
    await deps.invitations.again(tx, person.id);
    await invite(deps, tx, actor, person);
  });
}

function refused(message: string): Problem {
  return new Problem('conflict', message);
}
