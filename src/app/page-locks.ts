type Task = (lock: Lock | null) => unknown;

/**
 * Web Locks of one page, for browsers that give none: those open the app without TLS. Tabs do not see each other's, so a
 * request may be sent by two of them; the server recognises the second one by its key.
 */
export function createPageLocks(): Pick<LockManager, 'request' | 'query'> {
  const held = new Set<string>();
  /** Settles once all earlier holders of a lock are done, by name. */
  const queues = new Map<string, Promise<unknown>>();

  async function take(name: string, { ifAvailable, signal }: LockOptions, task: Task): Promise<unknown> {
    signal?.throwIfAborted();
    const before = queues.get(name);
    if (before && ifAvailable) return task(null);
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const queue = Promise.resolve(before).then(() => done);
    queues.set(name, queue);
    try {
      await aborted(before, signal);
      held.add(name);
      return await task({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
      release();
      if (queues.get(name) === queue) queues.delete(name);
    }
  }

  return {
    request: ((name: string, ...given: [Task] | [LockOptions, Task]) =>
      given.length === 1 ? take(name, {}, given[0]) : take(name, given[0], given[1])) as LockManager['request'],
    query: async () => ({
      held: [...held].map((name) => ({ name, mode: 'exclusive', clientId: '' })),
      pending: [],
    }),
  };
}

/** Resolves with `work`, or rejects once the signal aborts. */
function aborted(work: Promise<unknown> | undefined, signal: AbortSignal | undefined): Promise<unknown> {
  if (!work || !signal) return Promise.resolve(work);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
