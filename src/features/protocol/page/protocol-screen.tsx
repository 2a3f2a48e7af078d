import { useQuery, useQueryClient } from '@tanstack/react-query';
import FileX from 'lucide-react/icons/file-x';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import {
  applyToProtocol,
  findListedProtocol,
  isToBeDeleted,
  protocolQuery,
  unsentCreation,
} from '#src/data/protocol/index.ts';
import { runningRecording } from '#src/data/recording/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { ApiError, outbox, useQueuedMutations, useQueueKnown } from '#src/sync/index.ts';
import {
  Banner,
  ButtonLink,
  Card,
  classNames,
  EmptyState,
  hasUnsaved,
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

/** /main/protocols/{id}: the sheet one writes on, and the recording beside it. */
export function ProtocolScreen() {
  const { id: asked = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { id, query, protocol, isKnown, isGone, partial, isMissing } = useProtocol(asked);
  const visit = useVisit(id);
  const wasThere = useRef<string>(undefined);
  if (protocol && !isGone) wasThere.current = id;
  const shown = useRef<{ visit: string; asMissing: boolean }>(undefined);

  // The old address leads on; what is open on the screen stays as it is.
  useEffect(() => {
    if (id !== asked) void navigate(`/main/protocols/${encodeURIComponent(id)}${search}`, { replace: true });
  }, [id, asked, search, navigate]);

  // A deletion on this device navigates away by itself.
  if (isGone && wasThere.current !== id) return <ProtocolToBeDeleted />;
  // While somebody types or records, the screen stays, whatever is read meanwhile.
  const isAtWork = hasUnsaved() || runningRecording() !== undefined;
  const stays = shown.current?.visit === visit && isAtWork ? shown.current : undefined;
  const isKept = stays?.asMissing === false && protocol !== undefined;
  if (stays?.asMissing || (isMissing && !isKept)) {
    shown.current = { visit, asMissing: true };
    return <MissingProtocol key={visit} id={id} known={protocol} />;
  }
  if (!protocol && isKnown && (query.isError || query.fetchStatus === 'paused')) {
    return (
      <div className={layout.stack(4)}>
        <ScreenHeading title="Протокол" />
        <QueryError query={query} />
      </div>
    );
  }
  if (!protocol) return <ProtocolSkeleton />;
  shown.current = { visit, asMissing: false };
  return (
    // The state of one protocol must not be carried into the next.
    <JumpProvider key={visit}>
      <div className={styles.screen}>
        <ProtocolHead protocol={protocol} partial={partial} />
        {isMissing ? <GoneBanner /> : <ConnectionBanner shownAt={query.dataUpdatedAt || undefined} />}
        <ScreenBody>
          {partial && query.fetchStatus === 'paused' ? (
            <Card bare>
              <QueryError query={query} />
            </Card>
          ) : (
            <ProtocolBody protocol={protocol} partial={partial} />
          )}
        </ScreenBody>
      </div>
    </JumpProvider>
  );
}

/** The same for as long as one protocol is shown, also when a provider gives it another id meanwhile. */
function useVisit(id: string): string {
  const first = useRef(id);
  if (id !== first.current && id !== outbox.currentId(first.current)) first.current = id;
  return first.current;
}

function GoneBanner() {
  return (
    <Banner tone="bad" icon={FileX} title="Этого протокола больше нет на сервере.">
      Возможно, его удалили. Сохранить введённое в нём не получится: скопируйте текст, прежде чем уйти.
    </Banner>
  );
}

function ProtocolToBeDeleted() {
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

/** A protocol with queued mutations applied; made of unsent writes alone while the server has none. */
function useProtocol(asked: string) {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  // A provider may have given it another id than this device.
  const id = outbox.currentId(asked);
  const isKnown = useQueueKnown();
  // The server is not asked for what it does not have yet, or no longer.
  const isUnsent = unsentCreation(rows, id) !== undefined;
  const isGone = isToBeDeleted(rows, id);
  const query = useQuery({
    ...protocolQuery(id),
    enabled: isKnown && !isUnsent && !isGone,
    placeholderData: () => findListedProtocol(client, id),
  });
  const { data } = query;
  const protocol = useMemo(() => applyToProtocol(data, id, rows), [data, id, rows]);
  const isMadeHere = !data && protocol !== undefined;
  return {
    /** The id that it has now. */
    id,
    query,
    protocol,
    isKnown,
    isGone,
    /** Only the row of the list is there yet. */
    partial: query.isPlaceholderData && !isMadeHere,
    isMissing: !isMadeHere && query.error instanceof ApiError && query.error.status === 404,
  };
}

const lines = ['42%', '96%', '88%', '36%', '92%', '70%'];

/** The protocol's layout while it is coming. */
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
