import { and, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

/** Returns those of `ids` that this person may not choose: unknown ones, and blocked people added by somebody else. */
export async function findUnselectable(db: Db, viewerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const visible = or(eq(users.isBlocked, false), eq(users.createdById, viewerId));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), visible));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
