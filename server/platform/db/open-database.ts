import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { transactionsOn } from './postgres-transactions.ts';
import { migrateEmbedded, migratePostgres } from './run-migrations.ts';

/** `name`: how its connections are known in PostgreSQL. */
type Place = { url?: string | undefined; folder: string; name?: string };

/** Opens PostgreSQL by its address, else the embedded database in `folder`, and brings it up to date. */
export async function openDatabase({ url, folder, name }: Place): Promise<Database> {
  return url === undefined ? overPglite(await openEmbeddedDatabase(folder)) : overPostgres(url, name);
}

/** A PGlite that is open already, migrated. */
export async function overPglite(pglite: PGlite): Promise<Database> {
  const db = drizzlePglite(pglite);
  await migrateEmbedded(db);
  return { kind: 'pglite', pglite, db: db as unknown as Db, close: () => pglite.close() };
}

async function overPostgres(url: string, name?: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    options: '-c timezone=UTC',
    ...(name && { application_name: name }),
  });
  // A connection that PostgreSQL ends fails its query, or is replaced by the next one: there is nothing more to do, but
  // without a listener the event would end the process. The pool listens to idle connections only, so each one has a
  // listener of its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migratePostgres(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = Object.assign(drizzlePg(pool) as unknown as Db, { transaction: transactionsOn(pool) });
  return { kind: 'postgres', pool, url, db, close: () => pool.end() };
}
