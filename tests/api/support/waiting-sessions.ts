import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';

/**
 * Counts the sessions of the database that wait for another's lock; call it outside of the transaction that holds it.
 */
export async function waitingSessions(db: Db): Promise<number | undefined> {
  const waits = sql<number>`(select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock')`;
  const [row] = await db.select({ waits }).from(sql`(select 1) as one`);
  return row?.waits;
}
