import type { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

/** Queries by Drizzle, on either database or inside a transaction of one. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * An open, migrated database. `db` is what repositories use; the handle beneath it is for the job queue (`fromPglite`,
 * or a pool), `name` how connections are known in PostgreSQL. Inside `db.transaction` use its argument alone: the embedded database has one connection, and the outer
 * `db` would wait for itself.
 */
export type Database = { db: Db; close(): Promise<void> } & (
  | { kind: 'pglite'; pglite: PGlite }
  | { kind: 'postgres'; pool: Pool; url: string; name?: string | undefined }
);
