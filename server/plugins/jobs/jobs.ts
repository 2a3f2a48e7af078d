import { fromPglite, PgBoss } from 'pg-boss';
import type { Database } from '#server/db/database.ts';

/** One attempt at a job. */
export type JobRun<T> = {
  data: T;
  /** Aborted when the server stops or the job was taken from this node. */
  signal: AbortSignal;
  /** No further attempt follows: what cannot be done now must be given up in the open. */
  lastTry: boolean;
};

/** Durable jobs: a job that was sent is done, also after the server was killed in it. */
export interface Jobs {
  /** Names what does the jobs of a queue; before `start`. A handler that throws is run again. */
  handle<T extends object>(queue: string, handler: (run: JobRun<T>) => Promise<void>): void;
  /** Begins to take jobs. */
  start(): Promise<void>;
  /** Sends a job. @returns false when one with this key waits or runs already */
  send(queue: string, key: string, data: object): Promise<boolean>;
  /** Ends what runs here, so that it is taken up at the next start or by another node, and waits for it. */
  stop(): Promise<void>;
}

const retryLimit = 10;
const schema = 'jobs';
/** A node that is gone is noticed after this and one supervision, whichever node is left. */
const heartbeatSeconds = 10;

/**
 * Jobs by pg-boss in the application's own database. Embedded, the process is the only one: what it finds active when it
 * starts was cut off. On PostgreSQL a missing heartbeat tells.
 */
export function createJobs(database: Database, onError: (error: unknown) => void): Jobs {
  const embedded = database.kind === 'pglite';
  const supervision = embedded ? 30 : 5;
  const boss = new PgBoss({
    ...(database.kind === 'pglite'
      ? { db: fromPglite(database.pglite), backend: 'pglite' as const }
      : { connectionString: database.url, max: 3 }),
    schema,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    reindex: false,
  });
  boss.on('error', onError);
  const queues = new Map<string, (run: JobRun<never>) => Promise<void>>();
  const stopping = new AbortController();
  let started: Promise<void> | undefined;

  async function open(): Promise<void> {
    await boss.start();
    for (const [queue, handler] of queues) {
      await boss.createQueue(queue, { policy: 'exclusive', notify: true, retryLimit, heartbeatSeconds });
      // An installation of an earlier version keeps its queue's settings otherwise.
      await boss.updateQueue(queue, { notify: true, retryLimit, heartbeatSeconds });
      if (embedded) await takeBack(queue);
      const options = { includeMetadata: true, notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 } as const;
      await boss.work<never, void, typeof options>(queue, options, async ([job]) => {
        if (!job) return;
        const signal = AbortSignal.any([job.signal, stopping.signal]);
        await handler({ data: job.data, signal, lastTry: job.retryCount >= job.retryLimit });
      });
    }
  }

  async function takeBack(queue: string): Promise<void> {
    const left = (await boss.findJobs(queue)).filter(({ state }) => state === 'active');
    if (left.length > 0)
      await boss.fail(
        queue,
        left.map(({ id }) => id),
        { message: 'The server was stopped' },
      );
  }

  return {
    handle: (queue, handler) => queues.set(queue, handler),
    start: () => (started ??= open()),
    async send(queue, singletonKey, data) {
      await started;
      return (await boss.send(queue, data, { singletonKey, expireInSeconds: 23 * 3600 })) !== null;
    },
    async stop() {
      stopping.abort(new Error('The server stops'));
      await started?.catch(() => undefined);
      if (started) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
