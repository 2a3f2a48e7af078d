import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#contract/roles.ts';
import { passwordResets, users } from '#server/schema/people.ts';
import type { Actor } from './policy.ts';

/** Condition for the people for whom the actor is responsible: the actor sees them fully and may change them. */
export function ownedBy(actor: Actor): SQL {
  if (actor.role === 'admin') return sql`true`;
  const external = eq(users.role, 'external');
  if (actor.role === 'manager') {
    const assigned = and(eq(users.managerId, actor.id), inArray(users.role, ['secretary', 'external']));
    // An array, so that the index of creators is searched once per creator.
    const creators = sql`array(select ${actor.id}::text union all select theirs.id from users as theirs where theirs.manager_id = ${actor.id})`;
    return or(assigned, and(external, sql`${users.createdById} = any(${creators})`)) as SQL;
  }
  if (actor.role === 'secretary') return and(external, eq(users.createdById, actor.id)) as SQL;
  return sql`false`;
}

/** Who is asked for in the list. */
export type Listed = { withBlocked: boolean; uninvited?: boolean; role?: Role | undefined };

/** The people whom a person finds in the list. */
export function listedFor(actor: Actor, { withBlocked, uninvited, role }: Listed): SQL | undefined {
  return and(role && eq(users.role, role), uninvited ? wereNeverInvited() : undefined, knownTo(actor, withBlocked));
}

function knownTo(actor: Actor, withBlocked: boolean): SQL | undefined {
  const unblocked = eq(users.isBlocked, false);
  if (actor.role === 'secretary') return withBlocked ? or(unblocked, ownedBy(actor)) : unblocked;
  return and(actor.role === 'admin' ? undefined : among(actor), withBlocked ? undefined : unblocked);
}

/**
 * Condition for the people whom the actor may read by id: a secretary's old protocols name people who have been blocked
 * since.
 */
export function readableBy(actor: Actor): SQL | undefined {
  return actor.role === 'admin' || actor.role === 'secretary' ? undefined : among(actor);
}

/** Condition for the actor and the people for whom they are responsible. */
function among(actor: Actor): SQL | undefined {
  return or(eq(users.id, actor.id), ownedBy(actor));
}

/** They can sign in by no password, were never sent a link, and are not blocked. A server of before keeps the link alone. */
export function wereNeverInvited(): SQL | undefined {
  const hasNoLink = sql`not exists (select from ${passwordResets}
    where ${passwordResets.userId} = ${users.id} and ${passwordResets.kind} = 'invitation')`;
  return and(isNull(users.passwordHash), isNull(users.invitedAt), eq(users.isBlocked, false), hasNoLink);
}
