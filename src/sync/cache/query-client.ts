import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, NetworkError } from '../http/api-errors.ts';

const minute = 60_000;

/** How long what was fetched is kept at all, on the device too; 60 seconds of it count as fresh. */
export const keepFor = 7 * 24 * 60 * minute;

/** The cache of one signed-in person. */
export function createQueryClient(): QueryClient {
  return new LateAnswers({
    defaultOptions: {
      queries: { staleTime: minute, gcTime: keepFor, retry: worthRetrying },
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  });
}

/**
 * A first answer that is still on its way when something is invalidated may be from before the change, yet would count as
 * fresh: only later ones are called off. It is asked for once more when it has come.
 */
class LateAnswers extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const coming = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
      .map(({ promise, queryKey }) => ({ answer: promise, queryKey }));
    await super.invalidateQueries(filters, options);
    await Promise.allSettled(
      coming.map(async ({ answer, queryKey }) => {
        await answer;
        await super.invalidateQueries({ queryKey, exact: true }, options);
      }),
    );
  }
}

/** A lost connection and a server in trouble may answer another time; a refusal stays one. */
function worthRetrying(failures: number, error: Error): boolean {
  if (error instanceof NetworkError) return failures < 3;
  return error instanceof ApiError && error.status >= 500 && failures < 2;
}
