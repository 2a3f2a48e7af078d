import { drizzle } from 'drizzle-orm/node-postgres';
import pg, { type Pool } from 'pg';
import type { Database, Db } from './database.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts';
import { endLostConnections } from './lost-connections.ts';
import { type MigrationWatch, migrateEmbedded, migratePostgres } from './run-migrations.ts';

/** Number of connections, and the timeouts for getting one and for a statement, in milliseconds. */
export type DatabaseLimits = { poolSize: number; connectMs: number; statementMs: number };

export const usualDatabaseLimits: DatabaseLimits = { poolSize: 10, connectMs: 4_000, statementMs: 60_000 };

/**
 * How long the embedded database keeps the plan of a prepared statement: it has no autovacuum, which would tell it that
 * a table has grown.
 */
const planMs = 60_000;

/** `name` identifies the connections in PostgreSQL; `watch` is told of migrations. */
type Place = {
  url?: string | undefined;
  folder: string;
  name?: string;
  limits?: DatabaseLimits;
  watch?: MigrationWatch | undefined;
};

/** Opens PostgreSQL by its address, else the embedded database in `folder`, and brings it up to date. */
export async function openDatabase(place: Place): Promise<Database> {
  const { url, folder, name, limits = usualDatabaseLimits, watch } = place;
  return url === undefined
    ? overEmbedded(await openEmbeddedDatabase(folder), watch)
    : overPostgres(url, limits, name, watch);
}

/** Migrates an embedded database that is open already. */
export async function overEmbedded(embedded: EmbeddedDatabase, watch?: MigrationWatch): Promise<Database> {
  const { connection } = embedded;
  const transaction: Db['transaction'] = (work, config) =>
    connection.exclusive((client) => (drizzle(client) as unknown as Db).transaction(work, config));
  const db = Object.assign(drizzle(connection as unknown as Pool) as unknown as Db, { transaction });
  await migrateEmbedded(db, watch);
  const timer = setInterval(() => void connection.query('discard plans').catch(() => undefined), planMs).unref();
  const close = () => {
    clearInterval(timer);
    return embedded.close();
  };
  return { kind: 'pglite', db, ...embedded, close };
}

async function overPostgres(
  url: string,
  limits: DatabaseLimits,
  name?: string,
  watch?: MigrationWatch,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.poolSize,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    options: startOptions(limits),
    ...(name && { application_name: name }),
  });
  // A connection that PostgreSQL ends fails its query, or is replaced by the next one: there is nothing more to do, but
  // without a listener the event would end the process. The pool listens to idle connections only, so each one has a
  // listener of its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const endWatch = endLostConnections(pool);
  try {
    await migratePostgres(pool, watch);
  } catch (error) {
    endWatch();
    await pool.end();
    throw error;
  }
  const db = Object.assign(drizzle(pool) as unknown as Db, { transaction: transactionsOn(pool) });
  const close = () => {
    endWatch();
    return pool.end();
  };
  return { kind: 'postgres', pool, url, name, db, close };
}

/** An abandoned transaction holds its locks for a minute; a server that is gone is noticed in as long. */
function startOptions({ statementMs }: DatabaseLimits): string {
  const settings = {
    timezone: 'UTC',
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Transactions over a pool. Drizzle's own never return the connection to the pool if `begin` fails, and if the
 * connection ends they reject with the error of the `rollback` that could not be sent. Here the connection always goes
 * back, and the error thrown is the reason why it ended.
 */
function transactionsOn(pool: Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost ??= error;
    };
    client.on('error', onError);
    try {
      return await (drizzle(client) as unknown as Db).transaction(work, config);
    } catch (error) {
      // The server has become a read-only replica: a new connection may reach the primary.
      if (isReadOnly(error)) lost ??= error as Error;
      throw lost ?? error;
    } finally {
      client.off('error', onError);
      client.release(lost);
    }
  };
}

function isReadOnly(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === '25006';
}
