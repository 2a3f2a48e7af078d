import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Runs queries that must find rows by a word index. The planner does not know the cost of reading the words of a row,
 * which are stored out of line and compressed: it would rather scan thousands of rows.
 */
export function byWordIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_indexscan'], run);
}

/**
 * Runs queries for the first rows of a list in the order of its index. The other plans would read the rest of the rows,
 * most of which are far larger than their ids.
 */
export function byListIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_bitmapscan'], run);
}

/** Runs a transaction with these planner settings off; must not be used inside another one. */
function without<T>(db: Db, plannerSettings: readonly string[], run: (db: Db) => Promise<T>): Promise<T> {
  const off = plannerSettings.map((setting) => sql`set_config(${setting}, 'off', true)`);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${sql.join(off, sql`, `)}`);
    return run(tx);
  });
}
