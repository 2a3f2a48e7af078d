import type { UseQueryResult } from '@tanstack/react-query';
import CircleSlash from 'lucide-react/icons/circle-slash';
import type { ReactNode } from 'react';
import {
  ApiError,
  connectivity,
  errorWords,
  NetworkError,
  type OfflineReason,
  useOfflineReason,
} from '#src/sync/index.ts';
import { EmptyState, ErrorState, Spinner } from '#src/ui/index.ts';
import { offlineEnds, offlineTitles } from './offline-reason-words.ts';

const notKept = (offlineReason: OfflineReason) =>
  `На этом устройстве это ещё не открывали. Когда ${offlineEnds[offlineReason]}, данные загрузятся сами.`;
const notHere: Record<OfflineReason, string> = { network: 'Этого нет на устройстве', server: offlineTitles.server };
const askForAccess = 'Если этот раздел вам нужен, попросите администратора открыть доступ и повторите.';

/**
 * Why a query has nothing to show, with «Повторить»; offline the query continues by itself once the connection returns.
 */
export function QueryError({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'fetchStatus'> }) {
  const offlineReason = useOfflineReason();
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState icon={CircleSlash} title="Раздел пока недоступен">
        На этом сервере его ещё нет. Он появится сам, когда сервер обновят.
      </EmptyState>
    );
  }
  const waiting = query.fetchStatus === 'paused';
  const { offline, title, words } = errorWords(waiting ? new NetworkError() : query.error);
  const away = offline ? offlineReason : undefined;
  const isForbidden = !waiting && query.error instanceof ApiError && query.error.status === 403;
  return (
    <ErrorState
      offline={offline}
      title={away ? notHere[away] : title}
      words={away ? notKept(away) : isForbidden ? `${words.replace(/[.!]?$/, '.')} ${askForAccess}` : words}
      busy={query.fetchStatus === 'fetching'}
      onRetry={() => void (waiting ? connectivity.probe() : query.refetch())}
    />
  );
}

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Shown instead of the spinner: the final layout in grey. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Data of a query, its skeleton, or its error. Data once read stays visible while it is read again. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  // Offline, placeholder data would be shown as if it were about to be replaced, but no connection can bring the real
  // data.
  const isMissing = query.isPlaceholderData && query.fetchStatus === 'paused';
  if (query.data !== undefined && !isMissing) return children(query.data);
  if (query.isError || query.fetchStatus === 'paused') return <QueryError query={query} />;
  return skeleton ?? <Spinner />;
}
