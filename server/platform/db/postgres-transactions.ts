import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Db } from './database.ts';

/**
 * Transactions over a pool. Drizzle's own never return the connection to the pool if `begin` fails, and if the
 * connection ends they reject with the error of the `rollback` that could not be sent. Here the connection always goes
 * back, and the error thrown is the reason why it ended.
 */
export function transactionsOn(pool: Pool): Db['transaction'] {
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
