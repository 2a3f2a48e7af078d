import { hashKey, hydrate, type QueryClient } from '@tanstack/react-query';
import { parseJson } from '#src/offline/parse-json.ts';
import { isGone } from './api-errors.ts';
import { beyondBounds, longestKept } from './cache-bounds.ts';
import { toKeptJson } from './kept-json.ts';
import { forgetKept, type KeptQueries, type KeptQuery, readKept, takeEarly, writeKept } from './kept-queries.ts';
import { keepFor } from './query-client.ts';

const saveAfterMs = 1000;
/** What is turned into JSON at one go must not hold a frame up. */
const sliceMs = 8;
/** A mere look at what is kept is noted so often: it is written whole. */
const noteUseAfterMs = 3_600_000;

export interface PersistedCache {
  /** Whether what the device holds is in the cache already: it was read beside the loading of the app. */
  isRestored: boolean;
  /** Settles once it is; a broken or foreign cache is discarded, never an error. */
  restored: Promise<void>;
  /** Ends the saving; what the device holds stays. */
  stop: () => void;
}

/** What this tab knows of a kept query. */
interface Known {
  length: number;
  updatedAt: number;
  usedAt: number;
}

/**
 * Keeps what the server said to one person on the device, from one visit to the next: each query by itself, so that two
 * tabs do not write over each other. Mutations, failed queries and those under way are never kept.
 */
export function persistCache(queryClient: QueryClient, userId: string): PersistedCache {
  const cache = queryClient.getQueryCache();
  const known = new Map<string, Known>();
  const dirty = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let stopped = false;

  const take = (kept: KeptQueries) => {
    const left = restoreInto(queryClient, kept);
    for (const [hash, { text, updatedAt, usedAt }] of kept) {
      if (!left.has(hash)) known.set(hash, { length: text.length, updatedAt, usedAt });
    }
    for (const hash of beyondBounds(known)) {
      left.add(hash);
      known.delete(hash);
    }
    if (left.size > 0) void write(new Map([...left].map((hash) => [hash, undefined])));
    watch();
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

  /** Without room on the device the app works on, only without a cache for the next visit. */
  const write = (changes: ReadonlyMap<string, KeptQuery | undefined>) =>
    writeKept(userId, changes).catch(() => {
      for (const hash of changes.keys()) known.delete(hash);
    });

  const changeOf = (hash: string): KeptQuery | undefined | 'none' => {
    const query = cache.get(hash);
    const before = known.get(hash);
    if (!query) return before ? undefined : 'none';
    const { data, dataUpdatedAt, status, error } = query.state;
    // A query that failed otherwise keeps what it had.
    if (status === 'error' && isGone(error)) return undefined;
    if (status !== 'success' || data === undefined) return 'none';
    const usedAt = Date.now();
    if (before?.updatedAt === dataUpdatedAt && usedAt - before.usedAt < noteUseAfterMs) return 'none';
    const text = toKeptJson(data);
    if (text === undefined || text.length > longestKept) return undefined;
    return { key: query.queryKey, text, updatedAt: dataUpdatedAt, usedAt };
  };

  const saveSlice = () => {
    const changes = new Map<string, KeptQuery | undefined>();
    const until = performance.now() + sliceMs;
    for (const hash of dirty) {
      dirty.delete(hash);
      const change = changeOf(hash);
      if (change === 'none') continue;
      changes.set(hash, change);
      if (change) known.set(hash, { length: change.text.length, updatedAt: change.updatedAt, usedAt: change.usedAt });
      else known.delete(hash);
      if (performance.now() > until) break;
    }
    for (const hash of beyondBounds(known)) {
      changes.set(hash, undefined);
      known.delete(hash);
    }
    if (changes.size > 0) void write(changes);
  };

  const save = () => {
    saveSlice();
    timer = dirty.size > 0 ? setTimeout(save) : undefined;
  };
  /** A page that was hidden may never run again. */
  const saveHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    clearTimeout(timer);
    timer = undefined;
    while (dirty.size > 0) saveSlice();
  };

  const early = takeEarly(userId);
  if (early) take(early);
  return {
    isRestored: early !== undefined,
    restored: early
      ? Promise.resolve()
      : readKept(userId)
          .then(
            (kept) => stopped || take(kept),
            () => watch(),
          )
          .then(() => undefined),
    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', saveHidden);
    },
  };
}

/** Forgets what the device holds of anybody's queries. */
export async function forgetCache(): Promise<void> {
  await forgetKept().catch(() => undefined);
}

/**
 * Puts what was kept into the cache, to be shown at once and asked for again. Answers the hashes of what is too old or
 * broken.
 */
function restoreInto(queryClient: QueryClient, kept: KeptQueries): Set<string> {
  const bad = new Set<string>();
  const now = Date.now();
  for (const [hash, { key, text, updatedAt }] of kept) {
    // A clock that was set back makes what was read before it come from the future.
    const isInDate = updatedAt > now - keepFor && updatedAt <= now;
    const data = isInDate && hashKey(key) === hash ? parseJson(text) : undefined;
    if (data === undefined) bad.add(hash);
    else {
      const state = { ...restoredState, data, dataUpdatedAt: updatedAt };
      hydrate(queryClient, { queries: [{ queryHash: hash, queryKey: key, state, dehydratedAt: updatedAt }] });
    }
  }
  return bad;
}

const restoredState = {
  dataUpdateCount: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  // Asked for again where it is shown: what was written just before a reload may not have been kept yet.
  isInvalidated: true,
  status: 'success',
  fetchStatus: 'idle',
} as const;
