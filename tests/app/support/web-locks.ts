interface Asked {
  grant: () => void;
}

/** Web Locks, which jsdom does not have: exclusive ones, in turn. */
export function createLocks(): Pick<LockManager, 'request'> {
  const held = new Set<string>();
  const queues = new Map<string, Asked[]>();

  function grantNext(name: string): void {
    const next = held.has(name) ? undefined : queues.get(name)?.shift();
    if (!next) return;
    held.add(name);
    next.grant();
  }

  async function request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as (lock: object | null) => unknown;
    const { ifAvailable, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (ifAvailable && (queue.length > 0 || held.has(name))) return Promise.resolve().then(() => work(null));
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const asked: Asked = { grant: resolve };
    queue.push(asked);
    signal?.addEventListener('abort', () => {
      if (!queue.includes(asked)) return;
      queue.splice(queue.indexOf(asked), 1);
      reject(signal.reason);
      grantNext(name);
    });
    grantNext(name);
    await promise;
    try {
      return await work({ name });
    } finally {
      held.delete(name);
      grantNext(name);
    }
  }
  return { request } as Pick<LockManager, 'request'>;
}
