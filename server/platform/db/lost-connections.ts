import type { Socket } from 'node:net';
import pg, { type Pool, type PoolClient } from 'pg';

const lookMs = 500;
/** A connection in use for this long may be waiting for a server that disappeared without closing it. */
const suspiciousMs = 1_500;
const answerMs = 2_000;

/**
 * Ends the connections of a pool when the database no longer answers because it is frozen or unreachable, where no
 * error ever comes. The check uses a connection of its own, and runs only while a connection has been in use for long;
 * a slow statement in a database that answers is left alone.
 * @returns a function that stops the watch
 */
export function endLostConnections(pool: Pool): () => void {
  const open = new Set<PoolClient>();
  const inUse = new Map<PoolClient, number>();
  let isAsking = false;
  pool.on('connect', (client) => open.add(client));
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => {
    open.delete(client);
    inUse.delete(client);
  });

  async function look(): Promise<void> {
    const longest = Math.min(...inUse.values());
    if (isAsking || performance.now() - longest < suspiciousMs) return;
    isAsking = true;
    if (!(await answers(pool))) for (const client of open) socketOf(client)?.destroy();
    isAsking = false;
  }

  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function answers(pool: Pool): Promise<boolean> {
  const client = new pg.Client({
    ...pool.options,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return isAnswer(error);
  } finally {
    // A connection that does not answer would not close gracefully either.
    socketOf(client)?.destroy();
  }
}

/** A refusal («too many clients») is an answer as well, but not one of a server that ends or is not up yet. */
function isAnswer(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return /^[0-9A-Z]{5}$/.test(code) && !['57P01', '57P02', '57P03'].includes(code);
}

function socketOf(client: object): Socket | undefined {
  return (client as { connection?: { stream?: Socket } }).connection?.stream;
}
