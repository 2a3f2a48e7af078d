import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage, StorageAway } from '#server/platform/storage/index.ts';

/** Pauses in milliseconds; the last one is repeated, half an hour in total. */
const pauses = [1_000, 2_000, 5_000, 15_000, ...Array<number>(60).fill(30_000)];

/**
 * Returns the storage with retries while it is unavailable: a step may represent hours of work, which a few seconds of
 * outage should not discard. Writing a file twice gives the same file.
 * @param signal ends the waiting
 */
export function patientStorage(storage: Storage, signal: AbortSignal, waits: readonly number[] = pauses): Storage {
  async function again<T>(ask: () => Promise<T>): Promise<T> {
    for (const ms of waits) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StorageAway)) throw error;
        await sleep(ms, undefined, { signal });
      }
    }
    return ask();
  }
  return {
    ...storage,
    put: (key, contents, type) => again(() => storage.put(key, contents, type)),
    adopt: (path, key, type) => again(() => storage.adopt(path, key, type)),
    read: (key, range) => again(() => storage.read(key, range)),
    size: (key) => again(() => storage.size(key)),
    async withLocalFile<T>(key: string, workDir: string, use: (path: string) => Promise<T>): Promise<T> {
      // Only what fetches the file is repeated: `use` may be hours of work, and its own failures are its own.
      let result: { value: T } | { error: unknown } | undefined;
      await again(() =>
        storage.withLocalFile(key, workDir, async (path) => {
          result = await use(path).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          );
        }),
      );
      if (!result || 'error' in result) throw result?.error ?? new Error(`Not used: ${key}`);
      return result.value;
    },
  };
}
