import type * as z from 'zod/mini';
import { emailKey } from '#contract/common.ts';
import type { meUpdate, userUpdate } from '#contract/identity/user.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { UploadedFile } from '#server/platform/http/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import type { Auth } from '../auth/auth.ts';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { revokeSessionsOf } from '../auth/session-repository.ts';
import { readAvatar, type StoredAvatar, withAvatar } from './avatar.ts';
import { assertManager, type CreateDeps, invite } from './create-person.ts';
import { isNamedElsewhere } from './named-elsewhere-repository.ts';
import { ownsWork } from './owned-work-repository.ts';
import {
  type Actor,
  addressInUse,
  addressOfOwner,
  asksForPassword,
  assertMayChange,
  lastAdmin,
  managerAfter,
  movesOthersAddress,
  neededElsewhere,
  shutsOut,
  userNotFound,
} from './policy.ts';
import {
  countAdmins,
  findPasswordHash,
  findPerson,
  lockPerson,
  type Person,
  type PersonValues,
  updatePerson,
} from './repository.ts';

export type ChangeDeps = CreateDeps & { auth: Auth };
type ProfileDeps = Pick<CreateDeps, 'clock'>;
type Asked = z.output<typeof userUpdate>;
type Files = readonly UploadedFile[];

/**
 * Changes the requested fields of a person. A block, another role, or a password set by somebody else ends their
 * sessions; changes of e-mail or password are mailed to the previous address. Throws a 422 if the actor's own password
 * is required and wrong.
 * @param guarded runs and counts a check of the actor's own password, so that somebody who finds an open session cannot
 * guess it
 */
export async function changePerson(
  deps: ChangeDeps,
  db: Db,
  actor: Actor,
  id: string,
  body: Asked,
  files: Files,
  guarded: (attempt: () => Promise<void>) => Promise<void>,
) {
  const seen = await assertAllowed(db, actor, await findPerson(db, actor, id), body);
  if (asksForPassword(actor, seen, body)) await guarded(() => assertOwnPassword(db, actor.id, body.current_password));
  const avatar = await readAvatar(files);
  // Before the transaction: hashing takes long, and a transaction blocks the embedded database for everyone.
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
  const ended = await withAvatar({ ...deps, db }, seen.id, avatar, ({ avatarKey, keep }) =>
    db.transaction(async (tx) => {
      const person = await assertAllowed(tx, actor, await lockPerson(tx, actor, id), body);
      const values = changedBy(actor, person, body);
      if (values.managerId && values.managerId !== person.managerId)
        await assertManager(tx, { managerId: values.managerId, personId: id });
      await write(
        deps,
        tx,
        person,
        { ...values, ...(passwordHash && { passwordHash }) },
        pictureAfter(body, avatarKey),
      );
      await keep(tx);
      const after = { ...person, ...values };
      await assertAdminLeft(tx, person, after);
      await notifyOfCredentials(deps, tx, actor, person, after, passwordHash !== undefined);
      const reason = endOfSessions(person, after, passwordHash);
      if (reason) await revokeSessionsOf(tx, id, deps.clock(), reason);
      return reason;
    }),
  );
  // Repeated after the commit, since this node may have cached sessions meanwhile.
  if (ended) await deps.auth.signOutEverywhere(id, ended);
}

/** Changes the person's own profile within the transaction of the call; the picture is already in the storage. */
export async function changeProfile(
  deps: ProfileDeps,
  tx: Db,
  actor: Actor,
  body: z.output<typeof meUpdate>,
  { avatarKey, keep }: StoredAvatar,
): Promise<void> {
  const person = await lockPerson(tx, actor, actor.id);
  if (!person) throw userNotFound();
  await write(deps, tx, person, profileOf(body), pictureAfter(body, avatarKey));
  await keep(tx);
}

async function assertOwnPassword(db: Db, id: string, password = ''): Promise<void> {
  if (password === '') throw invalidField('current_password', 'Введите нынешний пароль: без него e-mail не изменить');
  const right = await verifyPassword(password, (await findPasswordHash(db, id)) ?? undefined);
  if (!right) throw invalidField('current_password', 'Это не ваш нынешний пароль');
}

/**
 * Mails what changed of the sign-in. Who never set a password gets another invitation instead where the one before went to
 * the former e-mail; who was not invited yet is not by a correction, and nobody who may not come in.
 */
async function notifyOfCredentials(
  { passwordLinks, ...deps }: ChangeDeps,
  tx: Db,
  actor: Actor,
  before: Person,
  after: Person,
  hasNewPassword: boolean,
): Promise<void> {
  const isMoved = after.email !== before.email;
  if (isMoved) await passwordLinks.emailChanged(tx, before, after.email);
  if (hasNewPassword) await passwordLinks.passwordChanged(tx, before);
  else if (!before.hasPassword && isMoved && before.invitedAt && !after.isBlocked) {
    await deps.invitations.again(tx, after.id);
    await invite({ passwordLinks }, tx, actor, after);
  }
}

/** Returns the person, or throws the reason why the actor may not make this change. */
async function assertAllowed(db: Db, actor: Actor, person: Person | undefined, body: Asked): Promise<Person> {
  if (!person) throw userNotFound();
  assertMayChange(actor, person, body);
  const movesAddress = movesOthersAddress(actor, person, body);
  if (movesAddress && (await ownsWork(db, person.id))) throw addressOfOwner();
  if ((movesAddress || shutsOut(actor, person, body)) && (await isNamedElsewhere(db, actor, person.id)))
    throw movesAddress ? addressInUse() : neededElsewhere();
  return person;
}

function profileOf({ name, position, organization, phone }: z.output<typeof meUpdate>): PersonValues {
  return {
    ...(name !== undefined && { name }),
    ...(position !== undefined && { position }),
    ...(organization !== undefined && { organization }),
    ...(phone !== undefined && { phone }),
  };
}

function changedBy(actor: Actor, person: Person, body: Asked) {
  const role = body.role ?? person.role;
  return {
    ...profileOf(body),
    role,
    email: body.email === undefined ? person.email : emailKey(body.email),
    isBlocked: body.is_blocked ?? person.isBlocked,
    managerId: managerAfter(actor, person, { role, manager_id: body.manager_id }),
  };
}

/** Returns the key of the picture after the change; undefined if it stays. */
function pictureAfter(body: { avatar_url?: string | null | undefined }, uploaded: string | undefined) {
  return uploaded ?? (body.avatar_url === null ? null : undefined);
}

async function write(
  deps: ProfileDeps,
  tx: Db,
  person: Person,
  values: PersonValues,
  picture: string | null | undefined,
) {
  const now = deps.clock();
  await updatePerson(tx, person, { ...values, ...(picture !== undefined && { avatarKey: picture }) }, now);
  if (picture !== undefined) await discardFiles(tx, [person.avatarKey ?? undefined], now);
}

async function assertAdminLeft(tx: Db, before: Person, after: Pick<Person, 'role' | 'isBlocked'>): Promise<void> {
  const counted = before.role === 'admin' && !before.isBlocked;
  const lost = counted && (after.role !== 'admin' || after.isBlocked);
  if (lost && (await countAdmins(tx)) === 0) throw lastAdmin(after.isBlocked ? 'is_blocked' : 'role');
}

/**
 * Returns the reason why the person must sign in again; otherwise the app would go on offering actions that they may
 * not take.
 */
function endOfSessions(before: Person, after: Pick<Person, 'role' | 'isBlocked'>, passwordHash: string | undefined) {
  if (after.isBlocked && !before.isBlocked) return 'blocked';
  if (passwordHash !== undefined) return 'password';
  return after.role === before.role ? undefined : 'role';
}
