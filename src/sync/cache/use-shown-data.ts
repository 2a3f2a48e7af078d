import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../http/api-errors.ts';

/** When the oldest of what the screen shows was read, in milliseconds; undefined where it shows nothing that was read. */
export function useOldestShown(): number | undefined {
  return useShown(() => true);
}

/** When the oldest was read of what the screen shows although reading it again failed; undefined where nothing failed. */
export function useOldestFailed(): number | undefined {
  return useShown(hasFailed);
}

/** Whether the server refused any of it to this person. */
export function useIsForbidden(): boolean {
  return useShown(isForbidden) !== undefined;
}

/** Reads again what the screen shows and failed. */
export function refetchFailed(client: QueryClient): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: hasFailed });
}

/** What the server does not have any more is for the screen itself to say. */
function hasFailed({ state: { status, error } }: Query): boolean {
  return status === 'error' && !(error instanceof ApiError && [404, 410].includes(error.status));
}

function isForbidden({ state: { status, error } }: Query): boolean {
  return status === 'error' && error instanceof ApiError && error.status === 403;
}

function useShown(counts: (query: Query) => boolean): number | undefined {
  const cache = useQueryClient().getQueryCache();
  // The cache also tells of what a render makes: then nothing else may be drawn yet.
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0 && counts(query));
    return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : undefined;
  });
}
