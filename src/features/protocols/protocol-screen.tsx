import { useQuery, useQueryClient } from '@tanstack/react-query';
import FileX from 'lucide-react/icons/file-x';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { QueryError } from '#src/components/query-error.tsx';
import { ScreenHeading } from '#src/components/screen-heading.tsx';
import { ApiError } from '#src/lib/api-errors.ts';
import { findListedProtocol, protocolQuery } from '#src/lib/queries/protocols.ts';
import { ProtocolBody } from './protocol-body.tsx';
import { ProtocolHead } from './protocol-head.tsx';
import styles from './protocol-screen.module.css';
import { ProtocolSkeleton } from './protocol-skeleton.tsx';

/** /main/protocols/{id}: the sheet one writes on, and the recording beside it. */
export function ProtocolScreen() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = useQuery({ ...protocolQuery(id), placeholderData: () => findListedProtocol(client, id) });
  const { data: protocol } = query;

  if (query.error instanceof ApiError && query.error.status === 404) return <NoSuchProtocol />;
  if (!protocol && (query.isError || query.fetchStatus === 'paused')) {
    return (
      <div className={styles.screen}>
        <ScreenHeading title="Протокол" />
        <QueryError query={query} />
      </div>
    );
  }
  if (!protocol) return <ProtocolSkeleton />;
  return (
    // What is open or typed in one protocol is not carried into the next.
    <div key={id} className={styles.screen}>
      <ProtocolHead protocol={protocol} />
      <ConnectionBanner shownAt={query.dataUpdatedAt} />
      {query.isPlaceholderData && query.fetchStatus === 'paused' ? (
        <Card bare>
          <QueryError query={query} />
        </Card>
      ) : (
        <ProtocolBody protocol={protocol} partial={query.isPlaceholderData} />
      )}
    </div>
  );
}

function NoSuchProtocol() {
  return (
    <div className={styles.screen}>
      <ScreenHeading title="Протокол не найден" />
      <EmptyState
        icon={FileX}
        title="Такого протокола нет"
        actions={<ButtonLink to="/main/protocols">Ко всем протоколам</ButtonLink>}
      >
        Возможно, его удалили или он принадлежит другому секретарю.
      </EmptyState>
    </div>
  );
}
