import type { UseQueryResult } from '@tanstack/react-query';
import { QueryError } from '#src/features/connection/index.ts';
import { ReplyError } from '#src/sync/index.ts';
import { ErrorState } from '#src/ui/index.ts';

/** Error of a list; an answer without an array is reported in the terms of the specification. */
export function ListError({ list }: { list: Pick<UseQueryResult, 'error' | 'refetch' | 'fetchStatus'> }) {
  const { error } = list;
  if (!(error instanceof ReplyError) || list.fetchStatus === 'paused') return <QueryError query={list} />;
  return (
    <ErrorState
      title="Список не прочитан"
      words={`Сервер прислал его в непонятном виде (${error.message}). Данные на сервере целы: повторите чуть позже.`}
      busy={list.fetchStatus === 'fetching'}
      onRetry={() => void list.refetch()}
    />
  );
}

/** Whether a list has nothing to show and nothing is loading; offline, the previous page is not a substitute. */
export function isMissing({
  data,
  isError,
  isPlaceholderData,
  fetchStatus,
}: Pick<UseQueryResult, 'data' | 'isError' | 'isPlaceholderData' | 'fetchStatus'>): boolean {
  if (fetchStatus === 'paused') return !data || isPlaceholderData;
  return !data && isError;
}
