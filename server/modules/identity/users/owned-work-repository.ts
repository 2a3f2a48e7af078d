import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { protocols } from '#server/schema/protocols.ts';

/** Returns whether this person owns anything that nobody else writes in: protocols, meetings, series or bodies. */
export async function ownsWork(db: Db, personId: string): Promise<boolean> {
  const ownedIn = (table: typeof protocols | typeof meetings | typeof meetingSeries | typeof bodies) =>
    db.select({ found: sql<number>`1` }).from(table).where(eq(table.ownerId, personId));
  const rows = await unionAll(ownedIn(protocols), ownedIn(meetings), ownedIn(meetingSeries), ownedIn(bodies)).limit(1);
  return rows.length > 0;
}
