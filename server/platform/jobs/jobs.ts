import { type SQL, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss';
import {
  type Database,
  type Db,
  type EmbeddedConnection,
  endLostConnections,
  usualDatabaseLimits,
} from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { asError } from './boss-error.ts';

/** One attempt at a job. */
export type JobRun<T> = {
  data: T;
  /** Aborted when the server stops or the job was taken from this node. */
  signal: AbortSignal;
  /** No further attempt follows: a handler that fails now has to report it. */
  lastTry: boolean;
};

/** How often a job that failed is run again; the pause doubles from the first one to the longest. */
export type Retries = { limit: number; firstPauseSeconds: number; longestPauseSeconds: number };

/** Thrown by a handler whose job cannot be done yet: it is retried like a failed one, and no error is reported. */
export class NotYet extends Error {}

/** Durable jobs: a job that was sent gets done, even if the server is killed while it runs. */
export interface Jobs {
  /**
   * Sets the handler of a queue, before `start`. A job whose handler throws is retried. Each node runs `atOnce` jobs of
   * the queue at the same time, by default one.
   */
  handle<T extends object>(
    queue: string,
    handler: (run: JobRun<T>) => Promise<void>,
    retries?: Retries,
    atOnce?: number,
  ): void;
  /** Adds a wrapper around each job, before `start`: for measurements. */
  around(watch: WatchJob): void;
  /** Begins to take jobs. */
  start(): Promise<void>;
  /**
   * Sends a job. With the `db` of a transaction, the job exists once that is committed, and never otherwise.
   * @param isUrgent whether it goes before the others that wait
   * @returns false if a job with this key already waits or runs
   */
  send(queue: string, key: string, data: object, db?: Db, isUrgent?: boolean): Promise<boolean>;
  /** Sends a job that is not run before so many seconds have passed. */
  sendLater(queue: string, key: string, data: object, seconds: number): Promise<void>;
  /** The same as `send` for many jobs, each under a key of its own, in one statement. */
  sendAll(queue: string, list: readonly { key: string; data: object }[], db: Db): Promise<void>;
  /** Aborts the jobs that run here and waits for them; they go on at the next start or on another node. */
  stop(): Promise<void>;
}

export type WatchJob = (
  queue: string,
  run: () => Promise<void>,
  attempt: Pick<JobRun<never>, 'lastTry'>,
) => Promise<void>;

type JobsOptions = {
  /** False: jobs are sent here, and run by other nodes. */
  takesJobs?: boolean;
  /** Maximum time for a connection to PostgreSQL. */
  connectMs?: number;
  /** Queues, by name, that run another number of jobs at the same time than their handlers ask for. */
  atOnce?: Readonly<Record<string, number>>;
};

const defaultRetries: Retries = { limit: 10, firstPauseSeconds: 0, longestPauseSeconds: 0 };
const schema = 'jobs';
/** A node that is gone is noticed after this time and one supervision interval, by any node that is left. */
const heartbeatSeconds = 10;

/**
 * Creates jobs by pg-boss in the application's own database. With the embedded database this process is the only one: a
 * job that is active at the start was interrupted. On PostgreSQL a missing heartbeat tells.
 */
export function createJobs(
  database: Database,
  onError: (error: unknown) => void,
  { takesJobs = true, connectMs = usualDatabaseLimits.connectMs, atOnce: chosen = {} }: JobsOptions = {},
): Jobs {
  const embedded = database.kind === 'pglite';
  const supervision = embedded ? 30 : 5;
  const boss = new PgBoss({
    ...(database.kind === 'pglite'
      ? { db: onEmbedded(database.connection), backend: 'pglite' as const }
      : { connectionString: database.url, max: 3, keepAlive: true, connectionTimeoutMillis: connectMs }),
    schema,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    reindex: false,
  });
  boss.on('error', (told) => onError(asError(told)));
  type Queue = { handler: (run: JobRun<never>) => Promise<void>; retries: Retries; atOnce: number };
  const queues = new Map<string, Queue>();
  const watches: WatchJob[] = [];
  const stopping = new AbortController();
  let started: Promise<void> | undefined;
  let endWatch = () => {};

  async function open(): Promise<void> {
    await boss.start();
    const { pool } = boss.getDb() as { pool?: Pool };
    if (pool) endWatch = endLostConnections(pool);
    for (const [queue, { handler, retries, atOnce }] of queues) {
      const settings = { notify: true, heartbeatSeconds, ...retrySettings(retries) };
      await boss.createQueue(queue, { policy: 'exclusive', ...settings });
      // Otherwise a queue that an earlier version created would keep its settings.
      await boss.updateQueue(queue, settings);
      if (embedded) await cancel(queue);
      for (let count = 0; takesJobs && count < (chosen[queue] ?? atOnce); count += 1) await work(queue, handler);
    }
  }

  async function work(queue: string, handler: Queue['handler']): Promise<void> {
    const options = { includeMetadata: true, notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 } as const;
    let worker = '';
    worker = await boss.work<never, void, typeof options>(queue, options, async ([job]) => {
      if (!job) return;
      const signal = AbortSignal.any([job.signal, stopping.signal]);
      try {
        const lastTry = job.retryCount >= job.retryLimit;
        const run = () => handler({ data: job.data, signal, lastTry });
        await watches.reduce<() => Promise<void>>((inner, watch) => () => watch(queue, inner, { lastTry }), run)();
      } catch (error) {
        if (!signal.aborted && !(error instanceof NotYet)) onError(error);
        // The queue stores the error, so the values of a failed query are removed first.
        throw new Error(errorText(error));
      }
      // Looks for the next job at once instead of waiting for the next poll.
      boss.notifyWorker(worker);
    });
  }

  async function cancel(queue: string): Promise<void> {
    const left = (await boss.findJobs(queue)).filter(({ state }) => state === 'active');
    if (left.length > 0)
      await boss.fail(
        queue,
        left.map(({ id }) => id),
        { message: 'The server was stopped' },
      );
  }

  return {
    handle: (queue, handler, retries = defaultRetries, atOnce = 1) => queues.set(queue, { handler, retries, atOnce }),
    around: (watch) => void watches.push(watch),
    start: () => (started ??= open()),
    async send(queue, singletonKey, data, db, isUrgent) {
      await started;
      const first = isUrgent && { priority: 1 };
      const options = { singletonKey, expireInSeconds: 23 * 3600, ...first, ...(db && { db: within(db) }) };
      return (await boss.send(queue, data, options)) !== null;
    },
    async sendLater(queue, singletonKey, data, startAfter) {
      await started;
      await boss.send(queue, data, { singletonKey, expireInSeconds: 23 * 3600, startAfter });
    },
    async sendAll(queue, list, db) {
      await started;
      if (list.length === 0) return;
      const rows = list.map(({ key: singletonKey, data }) => ({ singletonKey, data, expireInSeconds: 23 * 3600 }));
      await boss.insert(queue, rows, { db: within(db) });
    },
    async stop() {
      stopping.abort(new Error('The server stops'));
      await started?.catch(() => undefined);
      if (started) await boss.stop({ graceful: true, timeout: 10_000 });
      endWatch();
    },
  };
}

function retrySettings({ limit, firstPauseSeconds, longestPauseSeconds }: Retries) {
  const pause = firstPauseSeconds > 0 && {
    retryDelay: firstPauseSeconds,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
  };
  return { retryLimit: limit, ...pause };
}

/** Lets pg-boss run its statements in a transaction of ours. */
function within(db: Db) {
  const execute = async (query: unknown) => (await db.execute(query as SQL)) as unknown as { rows: unknown[] };
  return fromDrizzle({ execute }, sql);
}

/** pg-boss over the one connection, on which it hears of new jobs, too. */
function onEmbedded(connection: EmbeddedConnection): BossDb {
  return {
    executeSql: (text, values) => connection.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const close = await connection.listen(channel, onNotification);
      onReconnect();
      return { close };
    },
  };
}
