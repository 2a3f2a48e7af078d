import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { migrateEmbedded, migratePostgres } from './run-migrations.ts';

/** Opens PostgreSQL by its address, else the embedded database in `folder`, and brings it up to date. */
export async function openDatabase(place: { url?: string | undefined; folder: string }): Promise<Database> {
  return place.url === undefined ? overPglite(await openEmbeddedDatabase(place.folder)) : overPostgres(place.url);
}

/** A PGlite that is open already, migrated. */
export async function overPglite(pglite: PGlite): Promise<Database> {
  const db = drizzlePglite(pglite);
  await migrateEmbedded(db);
  return { kind: 'pglite', pglite, db: db as unknown as Db, close: () => pglite.close() };
}

async function overPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c timezone=UTC' });
  // A connection that the server ends while idle is replaced by the next query; unheard, the event would end the process.
  pool.on('error', () => undefined);
  try {
    await migratePostgres(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { kind: 'postgres', pool, url, db: drizzlePg(pool) as unknown as Db, close: () => pool.end() };
}
