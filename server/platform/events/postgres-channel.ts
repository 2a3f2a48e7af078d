import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#server/platform/db/index.ts';
import type { NodeEvent } from './app-event.ts';

type Handlers = {
  onMessage: (userId: string, event: NodeEvent) => void;
  /** The connection is back: what was sent meanwhile is lost. */
  onReconnect: () => void;
  onError: (error: unknown) => void;
};

const channel = 'protokol_events';
const longestWaitMs = 4_000;

/** Carries events between nodes by LISTEN and NOTIFY; a node does not hear itself. */
export async function listenOnPostgres(database: Extract<Database, { kind: 'postgres' }>, handlers: Handlers) {
  const node = randomUUID();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const telling = new Set<Promise<unknown>>();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: database.url,
      keepAlive: true,
      connectionTimeoutMillis: longestWaitMs,
    });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      again(0);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as { from: string; to: string; event: NodeEvent };
      if (message.from !== node) handlers.onMessage(message.to, message.event);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else client = next;
  }

  function again(attempt: number): void {
    if (closed) return;
    retry = setTimeout(
      () => {
        connect().then(handlers.onReconnect, () => again(attempt + 1));
      },
      Math.min(longestWaitMs, 100 * 2 ** attempt),
    );
    retry.unref();
  }

  await connect();
  return {
    tell(to: string, event: NodeEvent): void {
      const sending = database.pool
        .query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: node, to, event })])
        .catch(handlers.onError);
      telling.add(sending);
      void sending.finally(() => telling.delete(sending));
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      await Promise.all(telling);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
