import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileDown from 'lucide-react/icons/file-down';
import FileText from 'lucide-react/icons/file-text';
import LockOpen from 'lucide-react/icons/lock-open';
import Mail from 'lucide-react/icons/mail';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, memo, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { documentFormats } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { protocolTitle, unsentCreation } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { type Optimistic, useQueuedMutations } from '#src/sync/index.ts';
import {
  Badge,
  Button,
  focusWhenLost,
  type MenuAction,
  MenuButton,
  PageHeader,
  Stepper,
  useDebounced,
} from '#src/ui/index.ts';
import { type DownloadNote, useDocumentDownload } from '../documents/use-document-download.ts';
import { useDocumentView } from '../documents/use-document-view.tsx';
import { DeleteProtocolQuestion, mayBeDeleted, useProtocolDeletion } from '../editing/delete-protocol.tsx';
import { stageSteps } from '../editing/stage-steps.ts';
import { type Failure, NextMove } from './next-move.tsx';
import styles from './protocol-screen.module.css';
import { useStable } from './use-stable.ts';

const sendingTime = 600;

interface ProtocolHeadProps {
  protocol: Optimistic<Protocol>;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** The breadcrumb, the title, the stage and the actions of a protocol. */
export const ProtocolHead = memo(function ProtocolHead({ protocol, partial }: ProtocolHeadProps) {
  const { number, stage, updated_at, video } = protocol;
  // Text that is saved while typing is sent before anybody could read that it is queued.
  const unsent = useDebounced(protocol.unsent, sendingTime);
  const stable = useStable(protocol);
  const saved = formatWhen(updated_at, 'в ');
  return (
    <div className={styles.head}>
      <div className={styles.crumbs}>
        <Link to="/main/protocols">Протоколы</Link>
        <span aria-hidden>/</span>
        <span>{number ? `№\u00A0${number}` : 'Без номера'}</span>
        <span>
          {unsent && unsent.state !== 'sent' ? (
            <UnsentMark unsent={unsent} />
          ) : saved ? (
            <Badge tone="saved">Сохранено {saved}</Badge>
          ) : null}
        </span>
      </div>
      <PageHeader title={protocolTitle(protocol)} actions={<ProtocolActions protocol={stable} partial={partial} />} />
      <div className={styles.stages}>
        <Stepper label="Стадия протокола" steps={stageSteps(stage, Boolean(video))} />
      </div>
    </div>
  );
});

interface ProtocolActionsProps {
  protocol: Protocol;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** The documents, the next move («Завершить», then «Сформировать итоговый протокол»), deletion; each says why it failed. */
const ProtocolActions = memo(function ProtocolActions({ protocol, partial }: ProtocolActionsProps) {
  const navigate = useNavigate();
  const deletion = useProtocolDeletion(() => navigate('/main/protocols', { replace: true }));
  const [failure, setFailure] = useState<Failure>();
  const download = useDocumentDownload(protocol, setFailure);

  return (
    <>
      {documentFormats.map((kind) => (
        <Button
          key={kind}
          icon={Download}
          className={styles.document ?? ''}
          busy={download.isBusy(kind)}
          onClick={() => {
            setFailure(undefined);
            void download.start(kind);
          }}
        >
          {download.isBusy(kind) ? 'Готовим…' : kind.toUpperCase()}
        </Button>
      ))}
      <NextMove protocol={protocol} partial={partial} onFailure={setFailure} />
      <ProtocolMenu
        protocol={protocol}
        partial={partial}
        onDelete={() => deletion.start(protocol)}
        onNote={setFailure}
      />
      {failure ? (
        <p className={styles.failure} data-tone={failure.tone} role="alert">
          <strong>{failure.title}</strong> {failure.words}
        </p>
      ) : null}
      <DeleteProtocolQuestion deletion={deletion} />
    </>
  );
});

const DocumentDialog = lazy(async () => ({
  default: (await import('../documents/document-dialog.tsx')).DocumentDialog,
}));
const ReopenDialog = lazy(async () => ({ default: (await import('../documents/reopen-dialog.tsx')).ReopenDialog }));
const SendDialog = lazy(async () => ({ default: (await import('../documents/send-dialog.tsx')).SendDialog }));

const label = 'Другие действия';

interface ProtocolMenuProps {
  protocol: Protocol;
  /** Only the row of the list is there yet. */
  partial: boolean;
  onDelete: () => void;
  onNote: (note: DownloadNote) => void;
}

/** The rarer actions: other documents, sending, reopening a final protocol, deletion. */
function ProtocolMenu({ protocol, partial, onDelete, onNote }: ProtocolMenuProps) {
  const [open, setOpen] = useState<'document' | 'send' | 'reopen'>();
  const { documents, reopening: canReopen } = useOffers();
  const isOnServer = unsentCreation(useQueuedMutations(), protocol.id) === undefined;
  const isThere = isOnServer && !partial;
  const isFinal = protocol.stage === 'final';
  const close = () => {
    setOpen(undefined);
    focusWhenLost(() => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`));
  };
  const { open: openView, view } = useDocumentView(protocol, !partial, close);
  const actions: MenuAction[] = [
    ...(partial ? [] : [{ ...viewing, onAction: openView }]),
    ...(documents && isThere
      ? documentActions.map((action) => ({ ...action, onAction: () => setOpen(action.id) }))
      : []),
    ...(canReopen && isThere && isFinal ? [{ ...reopening, onAction: () => setOpen('reopen') }] : []),
    ...(mayBeDeleted(protocol) ? [{ ...deletion, onAction: onDelete }] : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <MenuButton icon={Ellipsis} label={label} className={styles.more} actions={actions} />
      <Suspense fallback={null}>
        {open === 'document' ? <DocumentDialog protocol={protocol} onNote={onNote} onClose={close} /> : null}
        {open === 'send' ? <SendDialog protocol={protocol} onClose={close} /> : null}
        {view}
        {open === 'reopen' ? <ReopenDialog protocol={protocol} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const documentActions = [
  { id: 'document', title: 'Скачать другой документ…', icon: FileDown },
  { id: 'send', title: 'Отправить по почте…', icon: Mail },
] as const;

const viewing = { id: 'view', title: 'Смотреть как документ', icon: FileText };
const reopening = { id: 'reopen', title: 'Открыть для изменений…', icon: LockOpen };
const deletion = { id: 'delete', title: 'Удалить протокол', icon: Trash2, danger: true };
