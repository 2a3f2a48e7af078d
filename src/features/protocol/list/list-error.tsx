import type { UseQueryResult } from '@tanstack/react-query';
import { QueryError } from '#src/features/connection/index.ts';
import { ReplyError } from '#src/sync/index.ts';
import { ErrorState } from '#src/ui/index.ts';

/** Why a list has nothing to show; an answer without an array is named as the specification names it. */
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

/** Whether a list has nothing to show, and none is on its way; offline the page before is no stand-in. */
export function isMissing({
  data,
  isError,
  isPlaceholderData,
  fetchStatus,
}: Pick<UseQueryResult, 'data' | 'isError' | 'isPlaceholderData' | 'fetchStatus'>): boolean {
  if (fetchStatus === 'paused') return !data || isPlaceholderData;
  return !data && isError;
}
