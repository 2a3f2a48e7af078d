import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../http/api-errors.ts';
import { followReads } from './read-start.ts';

const minute = 60_000;

/** How long fetched data is kept, on the device too; it counts as fresh for 60 seconds. */
export const keepFor = 7 * 24 * 60 * minute;

/** The cache of one signed-in person. */
export function createQueryClient(): QueryClient {
  const client = new LateAnswers({
    defaultOptions: {
      queries: { staleTime: minute, gcTime: keepFor, retry: worthRetrying },
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  });
  followReads(client.getQueryCache());
  return client;
}

/**
 * Fetches a query once more when it was invalidated during its first fetch, or during any fetch while nothing shows it.
 * `invalidateQueries` cancels only later fetches of shown queries, so that answer may be older than the change and yet
 * count as fresh.
 */
class LateAnswers extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const coming = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive())
      .map(({ promise, queryKey }) => ({ answer: promise, queryKey }));
    await super.invalidateQueries(filters, options);
    await Promise.allSettled(
      coming.map(async ({ answer, queryKey }) => {
        await answer?.catch(() => undefined);
        await super.invalidateQueries({ queryKey, exact: true }, options);
      }),
    );
  }
}

/** Whether a retry is worthwhile: after a lost connection or a failing server, not after a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  if (error instanceof NetworkError) return failures < 3;
  return error instanceof ApiError && error.status >= 500 && failures < 2;
}
