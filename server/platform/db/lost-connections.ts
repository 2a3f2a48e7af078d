import type { Socket } from 'node:net';
import pg, { type Pool, type PoolClient } from 'pg';

const lookMs = 500;
/** A connection in use for this long may be waiting for a server that disappeared without closing it. */
const suspiciousMs = 1_500;
const answerMs = 2_000;
/** This process itself stood still for so long that an answer may have come and not been read. */
const standstillMs = 500;

/** A query waiting for an answer, and the time since when PostgreSQL is known not to work on it. */
type Unheard = { query: object; since: number };

/**
 * Ends the connections of a pool that will never get an answer: all of them if the database no longer answers (frozen, or
 * its network is gone); otherwise those whose query it does not work on, because the network in between has dropped them.
 * Asks on a separate connection, and only while a call is waiting; a slow statement in a database that answers is left
 * alone.
 * @returns a function that stops the watch
 */
export function endLostConnections(pool: Pool): () => void {
  const open = new Set<PoolClient>();
  const inUse = new Map<PoolClient, number>();
  const unheard = new Map<PoolClient, Unheard>();
  let isAsking = false;
  pool.on('connect', (client) => open.add(client));
  pool.on('acquire', (client) => {
    open.add(client);
    inUse.set(client, performance.now());
  });
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => {
    open.delete(client);
    inUse.delete(client);
  });

  async function look(): Promise<void> {
    const longest = Math.min(...inUse.values());
    if (isAsking || performance.now() - longest < suspiciousMs) return;
    isAsking = true;
    const queries = [...inUse.keys()].map((client) => ({ client, query: queryOf(client) }));
    const answer = await ask(pool);
    if (answer === undefined) end(open);
    else if (typeof answer !== 'string') endForgotten(queries, answer);
    isAsking = false;
  }

  function endForgotten(queries: { client: PoolClient; query: object | undefined }[], worked: Set<number>): void {
    const now = performance.now();
    const before = new Map(unheard);
    unheard.clear();
    for (const { client, query } of queries) {
      if (!query || queryOf(client) !== query || worked.has(pidOf(client))) continue;
      const known = before.get(client);
      unheard.set(client, known?.query === query ? known : { query, since: now });
    }
    const lost = [...unheard].filter(([, { since }]) => now - since >= suspiciousMs).map(([client]) => client);
    // Idle connections have been forgotten too, and would block their next user.
    if (lost.length > 0) end([...lost, ...[...open].filter((client) => !inUse.has(client))]);
  }

  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

function end(clients: Iterable<PoolClient>): void {
  for (const client of clients) socketOf(client)?.destroy();
}

/**
 * Asks on a new connection which processes of the database are at work.
 * @returns undefined where nothing answers; `refused` where it answers, but does not tell of the connections of this pool;
 * `unknown` where this process was too busy to tell
 */
async function ask(pool: Pool): Promise<Set<number> | 'refused' | 'unknown' | undefined> {
  const client = new pg.Client({
    ...pool.options,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  const standstill = watchStandstill();
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; own: boolean }>(
      `select pid, pid = pg_backend_pid() as own from pg_stat_activity where coalesce(state, '') not like 'idle%'`,
    );
    // Behind a pooler the numbers are its own.
    const isDirect = rows.some(({ pid, own }) => own && pid === pidOf(client));
    return isDirect ? new Set(rows.map(({ pid }) => pid)) : 'refused';
  } catch (error) {
    if (isAnswer(error)) return 'refused';
    return standstill.longest() > standstillMs ? 'unknown' : undefined;
  } finally {
    standstill.stop();
    // A connection that does not answer would not close gracefully either.
    socketOf(client)?.destroy();
  }
}

/** Measures the longest time, in milliseconds, during which this process ran nothing but one piece of work. */
function watchStandstill() {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 100);
  return {
    longest: () => {
      look();
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}

/** A refusal («too many clients») is an answer as well, but not one of a server that ends or is not up yet. */
function isAnswer(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return /^[0-9A-Z]{5}$/.test(code) && !['57P01', '57P02', '57P03'].includes(code);
}

function socketOf(client: object): Socket | undefined {
  return (client as { connection?: { stream?: Socket } }).connection?.stream;
}

/** Returns the id of the PostgreSQL process that serves a connection. */
function pidOf(client: object): number {
  return (client as { processID?: number | null }).processID ?? 0;
}

/** Returns the query that a connection is waiting for. */
function queryOf(client: object): object | undefined {
  return (client as { _activeQuery?: object | null })._activeQuery ?? undefined;
}
