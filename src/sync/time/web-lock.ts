/**
 * Takes a Web Lock. Resolves with the function that releases it; undefined where `ifAvailable` is set and the lock is
 * not free. Rejects where the signal of the options is aborted while it waits.
 */
export function acquireLock(
  locks: Pick<LockManager, 'request'>,
  name: string,
  options: LockOptions,
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
