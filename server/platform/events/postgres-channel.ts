import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
/** Repeating it changes nothing, so it is also the heartbeat. */
const listening = `listen ${channel}`;
const longestWaitMs = 4_000;
/** About a minute and a half of a busy pool. */
const maxTries = 15;

/** How often the connection is checked, and how long its answer may take. */
type Heartbeat = { everyMs: number; answerMs: number };
const usualHeartbeat: Heartbeat = { everyMs: 10_000, answerMs: 5_000 };

type Message = { from: string; to: string; event: NodeEvent };

/** Carries events between nodes by LISTEN and NOTIFY; a node does not hear itself. */
export async function listenOnPostgres(
  database: Extract<Database, { kind: 'postgres' }>,
  handlers: Handlers,
  { everyMs, answerMs } = usualHeartbeat,
) {
  const node = randomUUID();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let closed = false;
  const unsent = new Set<Promise<unknown>>();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: database.url,
      keepAlive: true,
      // This connection lives as long as the server, so neighbours see a server even while its pool is idle.
      ...(database.name && { application_name: database.name }),
      connectionTimeoutMillis: longestWaitMs,
      query_timeout: answerMs,
    });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      clearTimeout(beat);
      again(0);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ payload }) => {
      const message = messageOf(payload);
      if (message && message.from !== node) handlers.onMessage(message.to, message.event);
    });
    try {
      await next.connect();
      await next.query(listening);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else {
      client = next;
      watch(next);
    }
  }

  /** A network that dropped an idle connection, or a host that is gone, sends no error: only a query finds out. */
  function watch(current: pg.Client): void {
    beat = setTimeout(() => {
      const answered = () => client === current && watch(current);
      // A connection with an unanswered query is destroyed instead of being closed gracefully.
      current.query(listening).then(answered, () => current.end().catch(() => undefined));
    }, everyMs);
    beat.unref();
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

  /**
   * Retries when no connection was free in time. Other nodes notice a lost connection and resync, but not a busy pool.
   */
  async function send(payload: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.pool.query('select pg_notify($1, $2)', [channel, payload]);
        return;
      } catch (error) {
        if (closed || attempt === maxTries) throw error;
      }
      await sleep(Math.min(longestWaitMs, 100 * 2 ** attempt), undefined, { ref: false });
    }
  }

  await connect();
  return {
    tell(to: string, event: NodeEvent): void {
      const sending = send(JSON.stringify({ from: node, to, event })).catch(handlers.onError);
      unsent.add(sending);
      void sending.finally(() => unsent.delete(sending));
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      clearTimeout(beat);
      await Promise.all(unsent);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}

/** Returns undefined for foreign messages on the channel: they must not end the server. */
function messageOf(payload: string | undefined): Message | undefined {
  try {
    const message = JSON.parse(payload ?? '') as Partial<Message> | null;
    return message?.from && message.to && message.event ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
