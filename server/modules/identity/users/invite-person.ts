import type { Db } from '#server/platform/db/index.ts';
import { ApiError } from '#server/platform/http/index.ts';
import { type CreateDeps, invite } from './create-person.ts';
import { type Actor, assertMayInvite, userNotFound } from './policy.ts';
import { lockPerson } from './repository.ts';

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

function refused(message: string): ApiError {
  return new ApiError(409, 'conflict', message);
}
