import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { EmbeddedConnection } from './embedded-connection.ts';

/** Queries by Drizzle, on either database or inside a transaction of one. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * An open, migrated database. `db` is what repositories use; `connection` or `pool` beneath it is for the job queue.
 * `name` identifies its connections in PostgreSQL; `lost` resolves when the embedded database ends unasked. Inside
 * `db.transaction` use its argument alone: the embedded database has one connection, and the outer `db` would wait for
 * itself.
 */
export type Database = { db: Db; close(): Promise<void> } & (
  | { kind: 'pglite'; connection: EmbeddedConnection; lost: Promise<Error> }
  | { kind: 'postgres'; pool: Pool; url: string; name?: string | undefined }
);
