import type { Query, QueryCache } from '@tanstack/react-query';

const reads = new WeakMap<Query, number>();

/**
 * Follows when the fetches of a cache begin. An answer may arrive after that to a mutation and still not include it: what
 * counts is when it was asked for.
 */
export function followReads(cache: QueryCache): void {
  const begun = new WeakMap<Query, number>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // A retry asks once more after each failure, and after a pause without a connection.
    if (['fetch', 'failed', 'continue'].includes(action.type)) begun.set(query, Date.now());
    if (action.type === 'success' && !action.manual) reads.set(query, begun.get(query) ?? query.state.dataUpdatedAt);
  });
}

/**
 * Returns when the fetch of the query's data began, in epoch milliseconds; for data that was not fetched on this visit,
 * when it was last updated; 0 where there is none.
 */
export function readStart(query: Query | undefined): number {
  return query ? (reads.get(query) ?? query.state.dataUpdatedAt) : 0;
}
