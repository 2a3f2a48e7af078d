import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/schema/people.ts';
import type { Actor } from './policy.ts';

/** Whom a person answers for: sees whole and may change. */
export function ownedBy(actor: Actor): SQL {
  if (actor.role === 'admin') return sql`true`;
  const external = eq(users.role, 'external');
  if (actor.role === 'manager') {
    const assigned = and(eq(users.managerId, actor.id), inArray(users.role, ['secretary', 'external']));
    // An array, so that the index of creators is asked for each of them.
    const creators = sql`array(select ${actor.id}::text union all select theirs.id from users as theirs where theirs.manager_id = ${actor.id})`;
    return or(assigned, and(external, sql`${users.createdById} = any(${creators})`)) as SQL;
  }
  if (actor.role === 'secretary') return and(external, eq(users.createdById, actor.id)) as SQL;
  return sql`false`;
}

/** Whom a person finds in the list of people. */
export function listedFor(actor: Actor, withBlocked: boolean): SQL | undefined {
  const unblocked = eq(users.isBlocked, false);
  if (actor.role === 'secretary') return withBlocked ? or(unblocked, ownedBy(actor)) : unblocked;
  return and(actor.role === 'admin' ? undefined : among(actor), withBlocked ? undefined : unblocked);
}

/** Of whom a person reads by id. A secretary's old protocols name people who have been blocked since. */
export function readableBy(actor: Actor): SQL | undefined {
  return actor.role === 'admin' || actor.role === 'secretary' ? undefined : among(actor);
}

/** A person and those they answer for. */
function among(actor: Actor): SQL | undefined {
  return or(eq(users.id, actor.id), ownedBy(actor));
}
