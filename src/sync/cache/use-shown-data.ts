import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../http/api-errors.ts';

/** Time of the oldest fetch among the shown queries, in epoch milliseconds; undefined where none was ever fetched. */
export function useOldestShown(): number | undefined {
  return useShown(() => true);
}

/** Time of the oldest fetch among the shown queries whose refetch failed; undefined where none failed. */
export function useOldestFailed(): number | undefined {
  return useShown(hasFailed);
}

/** Whether the server answered 403 to any of the shown queries. */
export function useIsForbidden(): boolean {
  return useShown(isForbidden) !== undefined;
}

/** Refetches the shown queries that failed. */
export function refetchFailed(client: QueryClient): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: hasFailed });
}

/** Whether a query failed; 404 and 410 do not count, since the screen itself shows that the thing is gone. */
function hasFailed({ state: { status, error } }: Query): boolean {
  return status === 'error' && !(error instanceof ApiError && [404, 410].includes(error.status));
}

function isForbidden({ state: { status, error } }: Query): boolean {
  return status === 'error' && error instanceof ApiError && error.status === 403;
}

function useShown(counts: (query: Query) => boolean): number | undefined {
  const cache = useQueryClient().getQueryCache();
  // The cache also reports queries created during a render, when nothing else may be rendered yet.
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0 && counts(query));
    return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : undefined;
  });
}
