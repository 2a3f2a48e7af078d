import type { UseQueryResult } from '@tanstack/react-query';
import { errorWords, NetworkError } from '#src/lib/api-errors.ts';
import { ErrorState } from './error-state.tsx';

/** Why a query has nothing to show, and «Повторить»; without a line it goes on by itself when the line returns. */
export function QueryError({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'fetchStatus'> }) {
  const waiting = query.fetchStatus === 'paused';
  const { offline, title, words } = errorWords(waiting ? new NetworkError() : query.error);
  return (
    <ErrorState
      offline={offline}
      title={title}
      words={words}
      busy={query.fetchStatus === 'fetching'}
      onRetry={() => void query.refetch()}
    />
  );
}
