import type { Storage } from '#server/platform/storage/index.ts';

/** The storage as seen by the steps of one run. */
export type RunStorage = { storage: Storage; close: () => void };

/**
 * Lets several steps read the original from one local copy, so that it is fetched from an object storage only once,
 * when the first step needs it.
 * @param folder holds the copy, which is deleted by `close`
 */
export function withOneCopy(storage: Storage, originalKey: string, folder: string): RunStorage {
  const over = Promise.withResolvers<void>();
  let copy: Promise<string> | undefined;

  /** Returns the path, valid until the run ends. After a failed download the next step starts again. */
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
