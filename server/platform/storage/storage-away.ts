import { stat } from 'node:fs/promises';
import { BadKey, type Storage } from './storage.ts';

/** Thrown when an object storage fails: it is unreachable, too slow, or refuses. */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY';
}

/**
 * The rate, in bytes per millisecond, that even a slow storage is expected to reach; sets the time for a person's file.
 */
const minBytesPerMs = 1_000;
/** Beyond this size there is no deadline: a recording is moved in the background, in parts, as long as bytes move. */
const largeBytes = 16 * 1024 * 1024;

/**
 * Adds a deadline to every call of a storage, and turns all its failures into one error. «No such file» stays as it is.
 */
export function withDeadlines(storage: Storage, answerMs: number): Storage {
  const { shared, addressOf } = storage;
  return {
    put: (key, contents, type) => within(answerMs + contents.length / minBytesPerMs, storage.put(key, contents, type)),
    async adopt(path, key, type) {
      const bytes = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      const ms = bytes < largeBytes ? answerMs + bytes / minBytesPerMs : undefined;
      await within(ms, storage.adopt(path, key, type));
    },
    list: (prefix) => storage.list(prefix),
    read(key, range) {
      const reading = storage.read(key, range);
      return within(answerMs, reading).catch((error) => {
        // An answer that comes late has no reader: it would hold its connection and what was received for ever.
        reading.then(
          (body) => body.destroy(),
          () => undefined,
        );
        throw error;
      });
    },
    size: (key) => within(answerMs, storage.size(key)),
    remove: (key) => within(answerMs, storage.remove(key)),
    removeAll: (prefix) => within(undefined, storage.removeAll(prefix)),
    async withLocalFile(key, workDir, use) {
      let isThere = false;
      try {
        return await storage.withLocalFile(key, workDir, (path) => {
          isThere = true;
          return use(path);
        });
      } catch (error) {
        throw isThere || isOfThisDisk(error) ? error : asAway(error);
      }
    },
    ...(addressOf && { addressOf: (key, shown) => within(answerMs, addressOf(key, shown)) }),
    ...(shared && {
      shared: {
        // Without a deadline: each of the calls it makes has its own timeout.
        join: (parts, key, signal) => within(undefined, shared.join(parts, key, signal)),
        removeUnfinished: (...args) => within(undefined, shared.removeUnfinished(...args)),
      },
    }),
  };
}

async function within<T>(ms: number | undefined, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = ms === undefined ? undefined : setTimeout(() => late.reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } catch (error) {
    throw asAway(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the one error for all failures; «no such file» and a wrong key stay as they are. */
function asAway(error: unknown): unknown {
  if (isMissing(error) || error instanceof BadKey) return error;
  return new StorageAway('The storage did not do it', { cause: error });
}

/** Whether the copy on this machine failed, and not the storage. */
function isOfThisDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO'].includes(String((error as { code?: unknown } | null)?.code));
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ENOENT';
}
