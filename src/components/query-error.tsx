import type { UseQueryResult } from '@tanstack/react-query';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { ApiError, errorWords, NetworkError } from '#src/lib/api-errors.ts';
import { connectivity } from '#src/lib/connectivity.ts';
import { useOnline } from '#src/lib/use-connection.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

const askForAccess = 'Если доступ вам нужен, попросите о нём администратора и повторите.';
const notKept = {
  title: 'Этого нет на устройстве',
  words: 'На этом устройстве это ещё не открывали. Когда подключение вернётся, данные загрузятся сами.',
};

/** Why a query has nothing to show, and «Повторить»; without a line it goes on by itself when the line returns. */
export function QueryError({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'fetchStatus'> }) {
  const online = useOnline();
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState icon={CircleSlash} title="Раздел пока недоступен">
        На этом сервере его ещё нет. Он появится сам, когда сервер обновят.
      </EmptyState>
    );
  }
  const waiting = query.fetchStatus === 'paused';
  const error = waiting ? new NetworkError() : query.error;
  const { offline, ...told } = errorWords(error);
  const isForbidden = error instanceof ApiError && error.status === 403;
  const forbidden = { title: 'Нет доступа', words: `${told.words.replace(/[.!]?$/, '.')} ${askForAccess}` };
  const { title, words } = isForbidden ? forbidden : offline && !online ? notKept : told;
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
