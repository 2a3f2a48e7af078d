import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Role } from '#contract/roles.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/http/index.ts';
import { users } from '#server/schema/people.ts';

/** Who reads. */
export type Reader = { id: string; role: Role };

/** The secretaries of a manager, as they are this moment: one who is moved belongs to the other manager at once. */
export const secretaryOf = (managerId: string) => and(eq(users.managerId, managerId), eq(users.role, 'secretary'));

/**
 * The condition that somebody reads what belongs to this owner: a secretary the own, a manager what belongs to the own
 * secretaries, nobody else anything. Who writes is another matter: only the owner does.
 */
export function isReadBy({ id, role }: Reader, owner: PgColumn): SQL {
  if (role === 'secretary') return eq(owner, id);
  if (role !== 'manager') return sql`false`;
  return sql`${owner} in (select ${users.id} from ${users} where ${secretaryOf(id)})`;
}

/** Whose work somebody reads, or of these the secretary who is asked for; one who is not among them is a 404. */
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
