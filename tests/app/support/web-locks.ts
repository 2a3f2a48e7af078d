interface Asked {
  isShared: boolean;
  grant: () => void;
}

/** Web Locks, which jsdom does not have: in turn, shared ones together. */
export function createLocks(): Pick<LockManager, 'request'> {
  const held = new Map<string, Set<Asked>>();
  const queues = new Map<string, Asked[]>();

  function isFree(name: string, isShared: boolean): boolean {
    const now = [...(held.get(name) ?? [])];
    return now.every((each) => isShared && each.isShared);
  }

  function grantNext(name: string): void {
    const queue = queues.get(name) ?? [];
    for (let next = queue[0]; next && isFree(name, next.isShared); next = queue[0]) {
      queue.shift();
      held.set(name, (held.get(name) ?? new Set()).add(next));
      next.grant();
    }
  }

  async function request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as (lock: object | null) => unknown;
    const { ifAvailable, mode, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    const isShared = mode === 'shared';
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (ifAvailable && (queue.length > 0 || !isFree(name, isShared))) return Promise.resolve().then(() => work(null));
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const asked: Asked = { isShared, grant: resolve };
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
      held.get(name)?.delete(asked);
      grantNext(name);
    }
  }
  return { request } as Pick<LockManager, 'request'>;
}
