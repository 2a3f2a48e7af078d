import type { Storage } from '#server/platform/storage/index.ts';

/** The storage as the steps of one run see it. */
export type RunStorage = { storage: Storage; close: () => void };

/**
 * Lets several steps read the original from one local copy: an object storage is asked for it once, when the first step
 * needs it.
 * @param folder for the copy, which is gone after `close`
 */
export function withOneCopy(storage: Storage, originalKey: string, folder: string): RunStorage {
  const over = Promise.withResolvers<void>();
  let copy: Promise<string> | undefined;

  /** The path, which stays good until the run is over. A download that failed is begun anew by the next step. */
  function open(): Promise<string> {
    if (copy) return copy;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    storage
      .withLocalFile(originalKey, folder, (path) => {
        resolve(path);
        return over.promise;
      })
      .catch((error: unknown) => {
        copy = undefined;
        reject(error);
      });
    copy = promise;
    return copy;
  }

  return {
    storage: {
      ...storage,
      withLocalFile: async (key, workDir, use) =>
        key === originalKey ? use(await open()) : storage.withLocalFile(key, workDir, use),
    },
    close: () => over.resolve(),
  };
}
