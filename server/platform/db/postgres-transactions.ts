import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Db } from './database.ts';

/**
 * Transactions over a pool. Drizzle's own lose the connection to the pool for good when `begin` fails, and when the
 * connection ends they reject with the `rollback` that could not be sent: here it always goes back, and the reason why it
 * ended is what is thrown.
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
      // Its server was made a copy of another one: the next connection may find that.
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
