import { inArray } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

/** How these people are named today. */
export async function peopleBy(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: users.id, name: users.name, position: users.position, organization: users.organization })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
}
