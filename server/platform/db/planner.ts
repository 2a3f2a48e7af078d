import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Runs queries that find rows by an index of words, and by no other way. The planner does not know what it costs to read the
 * words of a row, which lie apart from it and compressed: it would rather look through thousands of rows.
 */
export function byWordIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_indexscan'], run);
}

/** Runs queries of the first rows of a list, which its index has in order: most of the others are far larger than their ids. */
export function byListIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_bitmapscan'], run);
}

/** Runs a transaction with these settings of the planner off; not to be used within another one. */
function without<T>(db: Db, plannerSettings: readonly string[], run: (db: Db) => Promise<T>): Promise<T> {
  const off = plannerSettings.map((setting) => sql`set_config(${setting}, 'off', true)`);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${sql.join(off, sql`, `)}`);
    return run(tx);
  });
}
