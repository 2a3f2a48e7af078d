import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Role } from '#contract/roles.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { users } from '#server/schema/people.ts';

/** The person who reads. */
export type Reader = { id: string; role: Role };

/** Condition for the present secretaries of a manager; one who is reassigned belongs to the other manager at once. */
export const secretaryOf = (managerId: string) => and(eq(users.managerId, managerId), eq(users.role, 'secretary'));

/**
 * Condition that a person may read what belongs to this owner: secretaries read their own work, managers that of their
 * secretaries, and nobody else anything. Writing is checked separately: only the owner may.
 */
export function whereReadableBy({ id, role }: Reader, owner: PgColumn): SQL {
  if (role === 'secretary') return eq(owner, id);
  if (role !== 'manager') return sql`false`;
  return sql`${owner} in (select ${users.id} from ${users} where ${secretaryOf(id)})`;
}

/**
 * Returns the owners whose work the reader may read, or only the requested secretary; throws a 404 if that one is not
 * among them.
 */
export async function ownersReadBy(db: Db, reader: Reader, secretaryId?: string): Promise<readonly string[]> {
  const owners = await ownersOf(db, reader);
  if (secretaryId === undefined) return owners;
  if (!owners.includes(secretaryId)) throw notFound('Секретарь не найден');
  return [secretaryId];
}

async function ownersOf(db: Db, { id, role }: Reader): Promise<string[]> {
  if (role === 'secretary') return [id];
  if (role !== 'manager') return [];
  const rows = await db.select({ id: users.id }).from(users).where(secretaryOf(id));
  return rows.map((row) => row.id);
}
