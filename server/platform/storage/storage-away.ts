import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BadKey, type Flow, largestAtOnce, type Storage } from './storage.ts';

/** Thrown when an object storage fails: it is unreachable, too slow, or refuses. */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY';

  /** Whether it said nothing in time, as it will the next time, too; a refusal may be of one file alone. */
  get isSilent(): boolean {
    return (this.cause as { name?: unknown } | undefined)?.name === 'TimeoutError';
  }
}

/** The rate, in bytes per millisecond, that even a slow storage is expected to reach for a small file. */
const minBytesPerMs = 1_000;

/**
 * Adds a deadline to every call of a storage, and turns all its failures into one error. «No such file» stays as it is.
 * A call that is given up is ended, so that it holds no connection; a file on its way has time as long as its bytes move.
 */
export function withDeadlines(storage: Storage, answerMs: number): Storage {
  const { shared, addressOf } = storage;
  return {
    put: (key, contents, type) =>
      within(answerMs + contents.length / minBytesPerMs, ({ signal }) => storage.put(key, contents, type, { signal })),
    async adopt(path, key, type) {
      const bytes = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      // A larger one is a recording's: it is moved in the background, in parts, each with a timeout of its own.
      const ms = bytes <= largestAtOnce ? answerMs : undefined;
      await within(ms, (flow) => storage.adopt(path, key, type, flow));
    },
    async *list(prefix, flow) {
      try {
        yield* storage.list(prefix, flow);
      } catch (error) {
        throw asAway(error);
      }
    },
    async read(key, range) {
      const reading = Promise.withResolvers<Readable>();
      return within(answerMs, (flow) => {
        reading.resolve(storage.read(key, range, flow));
        return reading.promise;
      }).catch((error) => {
        // An answer that comes late has no reader: it would hold its connection and what was received for ever.
        reading.promise.then(
          (body) => body.destroy(),
          () => undefined,
        );
        throw error;
      });
    },
    size: (key) => within(answerMs, (flow) => storage.size(key, flow)),
    remove: (key) => within(answerMs, (flow) => storage.remove(key, flow)),
    removeAll: (prefix) => within(undefined, () => storage.removeAll(prefix)),
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
    ...(addressOf && { addressOf: (key, shown) => within(answerMs, () => addressOf(key, shown)) }),
    ...(shared && {
      shared: {
        // Without a deadline: each of the calls it makes has its own timeout.
        join: (parts, key, signal) => within(undefined, () => shared.join(parts, key, signal)),
        removeUnfinished: (...args) => within(undefined, () => shared.removeUnfinished(...args)),
      },
    }),
  };
}

/** Gives up after `ms` without an answer or a byte; undefined: never. */
async function within<T>(ms: number | undefined, start: (flow: Required<Flow>) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const silent = Promise.withResolvers<never>();
  const giveUp = () => {
    const reason = Object.assign(new Error(`no answer in ${ms} ms`), { name: 'TimeoutError' });
    silent.reject(reason);
    late.abort(reason);
  };
  const timer = ms === undefined ? undefined : setTimeout(giveUp, ms);
  try {
    const work = start({ signal: late.signal, onBytes: () => void timer?.refresh() });
    return await Promise.race([work, silent.promise]);
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
