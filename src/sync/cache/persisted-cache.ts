import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core';
import type { QueryClient } from '@tanstack/react-query';
import { isGone, isOwnWord } from '../http/api-errors.ts';
import { keepFor } from './query-client.ts';
import { createQueryStorage, deserialize, keyPrefix, serialize, storageKeyOf } from './query-storage.ts';
import { deleteStoredQueries, ownerMark } from './stored-queries.ts';

const saveAfterMs = 1000;
/** Time limit of one run of serialisation, so that no frame is delayed. */
const sliceMs = 8;

export interface PersistedCache {
  /** Settles once what the device holds is in the cache; a broken or foreign cache is discarded, never an error. */
  restored: Promise<void>;
  /** Writes what the cache holds by now; resolves once that is on the device, also where it cannot be written. */
  saved: () => Promise<void>;
  /** Stops the saving; the kept queries stay on the device. */
  stop: () => void;
}

/**
 * Persists what the server said to one person on the device, from one visit to the next, through TanStack's persister:
 * each query by itself, so that two tabs do not write over each other. Mutations, failed queries and those under way are
 * never persisted.
 */
export function persistCache(queryClient: QueryClient, userId: string): PersistedCache {
  const cache = queryClient.getQueryCache();
  const storage = createQueryStorage(userId);
  const persister = createQueryPersister({
    storage,
    prefix: keyPrefix,
    buster: ownerMark(userId),
    maxAge: keepFor,
    serialize,
    deserialize(row) {
      const query = deserialize(row, userId);
      stored.set(query.queryHash, query.state.data);
      return query;
    },
  });
  /**
   * The data that was last read from the device or given to it, by hash. A mutation that the server took changes the data
   * and keeps its time, as another object: comparing the contents would cost as much as the writing.
   */
  const stored = new Map<string, unknown>();
  const dirty = new Set<string>();
  let written: Promise<unknown> = Promise.resolve();
  let clean: PromiseWithResolvers<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let stopped = false;

  const restore = async () => {
    await persister.restoreQueries(queryClient);
    // Shown queries are fetched again: a change made just before a reload may not have been persisted yet.
    for (const query of cache.getAll()) query.invalidate();
  };

  const watch = () => {
    if (stopped) return;
    unsubscribe = cache.subscribe(({ type, query }) => {
      if (type !== 'added' && type !== 'updated' && type !== 'removed' && type !== 'observerAdded') return;
      dirty.add(query.queryHash);
      timer ??= setTimeout(save, saveAfterMs);
    });
    document.addEventListener('visibilitychange', saveHidden);
  };

  /** Resolves when the query is written, or its row is removed. */
  const persist = async (hash: string): Promise<void> => {
    const query = cache.get(hash);
    if (!query) {
      stored.delete(hash);
      return storage.has(hash) ? storage.removeItem(storageKeyOf(hash)) : undefined;
    }
    const { data, dataUpdatedAt, status, error } = query.state;
    // A query that failed for any other reason keeps its last data.
    if (status === 'error' && isGone(error) && isOwnWord(error)) return storage.removeItem(storageKeyOf(hash));
    if (status !== 'success' || data === undefined) return;
    if (storage.isStored(hash, dataUpdatedAt) && stored.get(hash) === data) storage.noteUse(hash);
    else {
      stored.set(hash, data);
      await persister.persistQuery(query);
    }
  };

  const saveSlice = () => {
    const until = performance.now() + sliceMs;
    for (const hash of dirty) {
      dirty.delete(hash);
      // A query that cannot be written holds nothing up.
      written = Promise.allSettled([written, persist(hash)]).then(() => undefined);
      if (performance.now() > until) break;
    }
    if (dirty.size === 0) noteClean();
  };
  const noteClean = () => {
    clean?.resolve();
    clean = undefined;
  };

  const save = () => {
    saveSlice();
    timer = dirty.size > 0 ? setTimeout(save) : undefined;
  };
  /** Saves everything at once when the page is hidden, since a hidden page may never run again. */
  const saveHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    clearTimeout(timer);
    timer = undefined;
    while (dirty.size > 0) saveSlice();
  };

  return {
    restored: restore().then(watch, watch),
    async saved() {
      if (dirty.size > 0 && !stopped) {
        clean ??= Promise.withResolvers();
        // Without the usual pause: the caller holds something back until then.
        clearTimeout(timer);
        timer = setTimeout(save);
        await clean.promise;
      }
      await written;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      noteClean();
      unsubscribe();
      document.removeEventListener('visibilitychange', saveHidden);
    },
  };
}

/** Deletes everybody's kept queries from the device. */
export async function clearDeviceCache(): Promise<void> {
  await deleteStoredQueries().catch(() => undefined);
}
