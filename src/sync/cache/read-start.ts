import type { Query, QueryCache } from '@tanstack/react-query';

const reads = new WeakMap<Query, { begunAt: number; updatedAt: number }>();

/**
 * Follows when the fetches of a cache begin. An answer may arrive after that to a mutation and still not include it: what
 * counts is when it was asked for.
 */
export function followReads(cache: QueryCache): void {
  const begun = new WeakMap<Query, number>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'fetch') begun.set(query, Date.now());
    if (action.type === 'success' && !action.manual) {
      const updatedAt = query.state.dataUpdatedAt;
      reads.set(query, { begunAt: begun.get(query) ?? updatedAt, updatedAt });
    }
  });
}

/**
 * Returns when the fetch of the query's data began, in epoch milliseconds; for data that was not fetched on this visit,
 * when it was last updated; 0 where there is none.
 */
export function readStart(query: Query | undefined): number {
  if (!query) return 0;
  const { dataUpdatedAt } = query.state;
  const read = reads.get(query);
  return read?.updatedAt === dataUpdatedAt ? read.begunAt : dataUpdatedAt;
}
