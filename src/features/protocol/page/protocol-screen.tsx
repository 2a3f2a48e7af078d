import FileX from 'lucide-react/icons/file-x';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { QueryError } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import {
  Banner,
  ButtonLink,
  Card,
  classNames,
  EmptyState,
  layout,
  ScreenBody,
  ScreenHeading,
  Skeleton,
} from '#src/ui/index.ts';
import { JumpProvider } from '../editing/jumps.tsx';
import { SideSkeleton } from '../editing/side-skeleton.tsx';
import { MissingProtocol } from './missing-protocol.tsx';
import { ProtocolBody } from './protocol-body.tsx';
import headStyles from './protocol-head.module.css';
import { ProtocolHead } from './protocol-head.tsx';
import styles from './protocol-screen.module.css';
import { type ProtocolQuery, type ReadyView, useProtocolView } from './use-protocol-view.ts';

/** /main/protocols/{id}: the editable sheet of a protocol with the recording beside it. */
export function ProtocolScreen() {
  const { id: requestedId = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { id, visit, query, view } = useProtocolView(requestedId);

  // The former address is replaced by the current one; what is open on the screen stays.
  useEffect(() => {
    if (id !== requestedId) void navigate(`/main/protocols/${encodeURIComponent(id)}${search}`, { replace: true });
  }, [id, requestedId, search, navigate]);

  switch (view.kind) {
    case 'deleted':
      return <DeletedProtocol />;
    case 'missing':
      return <MissingProtocol key={visit} id={id} known={view.protocol} />;
    case 'failed':
      return (
        <div className={layout.stack(4)}>
          <ScreenHeading title="Протокол" />
          <QueryError query={query} />
        </div>
      );
    case 'loading':
      return <ProtocolSkeleton />;
    case 'ready':
      return (
        // Keyed by the visit: the state of one protocol must not be carried over to the next.
        <JumpProvider key={visit}>
          <ReadyProtocol {...view} query={query} />
        </JumpProvider>
      );
  }
}

interface ReadyProtocolProps extends ReadyView {
  query: ProtocolQuery;
}

function ReadyProtocol({ protocol, isListRowOnly, isMissing, query }: ReadyProtocolProps) {
  return (
    <div className={styles.screen}>
      <ProtocolHead protocol={protocol} partial={isListRowOnly} />
      {isMissing ? <MissingBanner /> : <ConnectionBanner shownAt={query.dataUpdatedAt || undefined} />}
      <ScreenBody>
        {isListRowOnly && query.fetchStatus === 'paused' ? (
          <Card bare>
            <QueryError query={query} />
          </Card>
        ) : (
          <ProtocolBody protocol={protocol} partial={isListRowOnly} />
        )}
      </ScreenBody>
    </div>
  );
}

function MissingBanner() {
  return (
    <Banner tone="bad" icon={FileX} title="Этого протокола больше нет на сервере.">
      Возможно, его удалили. Сохранить введённое в нём не получится: скопируйте текст, прежде чем уйти.
    </Banner>
  );
}

function DeletedProtocol() {
  return (
    <div className={layout.stack(4)}>
      <ScreenHeading title="Протокол удалён" />
      <EmptyState
        icon={FileX}
        title="Вы удалили этот протокол"
        actions={<ButtonLink to="/main/protocols">Ко всем протоколам</ButtonLink>}
      >
        С сервера он исчезнет, когда появится подключение. До этого удаление можно отменить в очереди отправки.
      </EmptyState>
    </div>
  );
}

const lines = ['42%', '96%', '88%', '36%', '92%', '70%'];

/** Skeleton in the layout of a protocol. */
function ProtocolSkeleton() {
  return (
    <div className={styles.screen} aria-busy>
      <div className="visually-hidden">
        <ScreenHeading title="Протокол" />
      </div>
      <div className={headStyles.head}>
        <div className={headStyles.crumbs}>
          <Skeleton width={120} />
        </div>
        <Skeleton width="min(420px, 80%)" height={40} />
        <Skeleton width="min(640px, 100%)" height={22} />
      </div>
      <div className={styles.columns}>
        <Card bare className={classNames(styles.main, styles.sheet)}>
          <div className={layout.stack(4)}>
            {lines.map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </div>
        </Card>
        <div className={styles.aside}>
          <Card bare>
            <Skeleton width="100%" height={236} />
          </Card>
          <Card bare className={styles.panel}>
            <SideSkeleton rows="task" />
          </Card>
        </div>
      </div>
    </div>
  );
}
