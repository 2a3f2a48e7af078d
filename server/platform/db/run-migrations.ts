import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type { Pool } from 'pg';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
/** Any number will do as long as every node takes the same. */
const migrationLock = 1_347_571_535;

/** Runs the outstanding migrations, all or none of them. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await migratePglite(db, { migrationsFolder });
}

/** The same on PostgreSQL, where several nodes may start at once: one migrates, the others wait. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another node, and a change of a large table, take as long as they take.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await migratePg(drizzlePg(client), { migrationsFolder });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
      await client.query('reset statement_timeout');
    }
  } finally {
    client.release();
  }
}

/** How many migrations this version of the server has. */
export async function countOwnMigrations(): Promise<number> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).length;
}
