import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core';
import type { QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { keepFor } from './query-client.ts';

/** Raised when what is cached changes its shape: an older cache is then discarded. */
const schemaVersion = 1;
const saveAfter = 1000;
const store = createStore('protokol-cache', 'queries');

const persister: Persister = {
  persistClient: (client) => set('client', client, store),
  restoreClient: () => get<PersistedClient>('client', store),
  removeClient: () => del('client', store),
};

export interface PersistedCache {
  /** Settles once what the device holds is in the cache; a broken or foreign cache is discarded, never an error. */
  restored: Promise<void>;
  /** Ends the saving; what the device holds stays. */
  stop: () => void;
}

/** Keeps the queries of one person on the device, from one visit to the next. */
export function persistCache(queryClient: QueryClient, userId: string): PersistedCache {
  const buster = `${schemaVersion}:${userId}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let stopped = false;

  const save = () => {
    timer = undefined;
    const dehydrateOptions = { shouldDehydrateMutation: () => false };
    // Without room on the device the app works on, only without a cache for the next visit.
    persistQueryClientSave({ queryClient, persister, buster, dehydrateOptions }).catch(() => undefined);
  };
  const saveNow = () => {
    if (timer === undefined || document.visibilityState !== 'hidden') return;
    clearTimeout(timer);
    save();
  };
  const watch = () => {
    if (stopped) return;
    unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'added' || type === 'updated' || type === 'removed') timer ??= setTimeout(save, saveAfter);
    });
    document.addEventListener('visibilitychange', saveNow);
  };

  const restored = persistQueryClientRestore({ queryClient, persister, buster, maxAge: keepFor })
    .catch(() => undefined)
    // Shown at once, and asked for again: what was written just before a reload may not have been kept yet.
    .then(() => queryClient.invalidateQueries({ refetchType: 'none' }))
    .then(watch);

  return {
    restored,
    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', saveNow);
    },
  };
}

/** Forgets what the device holds of anybody's queries. */
export async function forgetCache(): Promise<void> {
  await del('client', store).catch(() => undefined);
}
