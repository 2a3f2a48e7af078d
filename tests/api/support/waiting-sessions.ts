import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/index.ts';
import { until } from '#tests/support/processes.ts';

/**
 * Counts the sessions of the database that wait for another's lock; call it outside of the transaction that holds it.
 */
export async function waitingSessions(db: Db): Promise<number | undefined> {
  const waits = sql<number>`(select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock')`;
  const [row] = await db.select({ waits }).from(sql`(select 1) as one`);
  return row?.waits;
}

/** Makes a call that begins during another transaction, and waits for its locks before that one goes on. */
export async function callBeside<T>(
  db: Db,
  call: () => Promise<T>,
  held: (tx: Db) => Promise<unknown>,
  then: (tx: Db) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const called: Promise<T>[] = [];
  await db.transaction(async (tx) => {
    await held(tx);
    called.push(call());
    await until(async () => (await waitingSessions(db)) || undefined, 'the call waits');
    await then(tx);
  });
  return (await called[0]) as T;
}

type Lockable = PgTable & { id: PgColumn };

/** Locks a row until the transaction ends. */
export const hold = (tx: Db, table: Lockable, id: string) =>
  tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update');

/** Whether a row is locked by nobody else. */
export async function isFree(tx: Db, table: Lockable, id: string): Promise<boolean> {
  const row = tx.select({ id: table.id }).from(table).where(eq(table.id, id));
  return (await row.for('update', { skipLocked: true })).length > 0;
}
