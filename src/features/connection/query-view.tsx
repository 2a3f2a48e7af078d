import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Spinner } from '#src/ui/index.ts';
import { QueryError } from './query-error.tsx';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** In place of the spinner: the final layout in grey. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query has, or that it is coming, or why there is nothing. Data once read stays while it is read again. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  // What stands in for data that is on its way says nothing true while no connection can bring it.
  const isMissing = query.isPlaceholderData && query.fetchStatus === 'paused';
  if (query.data !== undefined && !isMissing) return children(query.data);
  if (query.isError || query.fetchStatus === 'paused') return <QueryError query={query} />;
  return skeleton ?? <Spinner />;
}
