import type { UseQueryResult } from '@tanstack/react-query';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { ApiError, errorWords, NetworkError } from '#src/lib/api-errors.ts';
import { connectivity } from '#src/lib/connectivity.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

/** Why a query has nothing to show, and «Повторить»; without a line it goes on by itself when the line returns. */
export function QueryError({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'fetchStatus'> }) {
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState icon={CircleSlash} title="Раздел пока недоступен">
        На этом сервере его ещё нет. Он появится сам, когда сервер обновят.
      </EmptyState>
    );
  }
  const waiting = query.fetchStatus === 'paused';
  const { offline, title, words } = errorWords(waiting ? new NetworkError() : query.error);
  return (
    <ErrorState
      offline={offline}
      title={title}
      words={words}
      busy={query.fetchStatus === 'fetching'}
      onRetry={() => void (waiting ? connectivity.probe() : query.refetch())}
    />
  );
}
