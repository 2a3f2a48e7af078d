import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LockOpen from 'lucide-react/icons/lock-open';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, memo, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { newProtocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle, unsentCreation } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolUpload } from '#src/data/recording/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { type Optimistic, useFromQueue } from '#src/sync/index.ts';
import { Badge, focusWhenLost, type MenuAction, MenuButton, PageHeader, Stepper, useDebounced } from '#src/ui/index.ts';
import { DeleteProtocolQuestion, mayBeDeleted, useProtocolDeletion } from '../editing/delete-protocol.tsx';
import { stageSteps } from '../editing/stage-steps.ts';
import { DocumentsMenu } from './documents-menu.tsx';
import styles from './protocol-head.module.css';
import { type Failure, StageButton } from './stage-button.tsx';
import { isWritten, stageSentence } from './stage-sentence.ts';
import { useProtocolContent } from './use-stable.ts';

const sendingTime = 600;

interface ProtocolHeadProps {
  protocol: Optimistic<Protocol>;
  /** Whether only the row of the list is loaded. */
  partial: boolean;
}

/** The breadcrumb, the title, the stage and the actions of a protocol. */
export const ProtocolHead = memo(function ProtocolHead({ protocol, partial }: ProtocolHeadProps) {
  const { number, stage, updated_at, video } = protocol;
  // Text saved while typing is sent faster than a person could read that it is queued.
  const unsent = useDebounced(protocol.unsent, sendingTime);
  const stable = useProtocolContent(protocol);
  const upload = useProtocolUpload(protocol.id);
  const facts = { stage, upload, isWritten: partial || isWritten(protocol) };
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
        <Stepper label="Стадия протокола" steps={stageSteps(stage, Boolean(video ?? upload))} />
        <p className={styles.next}>{stageSentence(facts)}</p>
      </div>
    </div>
  );
});

interface ProtocolActionsProps {
  protocol: Protocol;
  /** Whether only the row of the list is loaded. */
  partial: boolean;
}

/**
 * The documents, the next move («Завершить», then «Сформировать итоговый протокол»), deletion; each says why it failed.
 */
const ProtocolActions = memo(function ProtocolActions({ protocol, partial }: ProtocolActionsProps) {
  const navigate = useNavigate();
  const deletion = useProtocolDeletion(() => navigate('/main/protocols', { replace: true }));
  const [failure, setFailure] = useState<Failure>();

  return (
    <>
      <DocumentsMenu protocol={protocol} partial={partial} onNote={setFailure} />
      <StageButton protocol={protocol} partial={partial} onFailure={setFailure} />
      <ProtocolMenu protocol={protocol} partial={partial} onDelete={() => deletion.start(protocol)} />
      {failure ? (
        <p className={styles.failure} data-tone={failure.tone} role="alert">
          <strong>{failure.title}</strong> {failure.words}
        </p>
      ) : null}
      <DeleteProtocolQuestion deletion={deletion} />
    </>
  );
});

const ReopenDialog = lazy(async () => ({ default: (await import('../documents/reopen-dialog.tsx')).ReopenDialog }));

const label = 'Другие действия';

interface ProtocolMenuProps {
  protocol: Protocol;
  /** Whether only the row of the list is loaded. */
  partial: boolean;
  onDelete: () => void;
}

/** Menu of the rarest actions: reopening a final protocol, making another one like it, deletion. */
function ProtocolMenu({ protocol, partial, onDelete }: ProtocolMenuProps) {
  const [open, setOpen] = useState<'reopen'>();
  const { reopening: canReopen } = useOffers();
  const navigate = useNavigate();
  const repeat = () => void navigate(newProtocolAddress('like', protocol.id));
  const isOnServer = useFromQueue((rows) => unsentCreation(rows, protocol.id) === undefined);
  const isThere = isOnServer && !partial;
  const isFinal = protocol.stage === 'final';
  const close = () => {
    setOpen(undefined);
    focusWhenLost(() => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`));
  };
  const actions: MenuAction[] = [
    ...(canReopen && isThere && isFinal ? [{ ...reopening, onAction: () => setOpen('reopen') }] : []),
    ...(isThere ? [{ ...repetition, onAction: repeat }] : []),
    ...(mayBeDeleted(protocol) ? [{ ...deletion, onAction: onDelete }] : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <MenuButton icon={Ellipsis} label={label} className={styles.more} actions={actions} />
      <Suspense fallback={null}>
        {open === 'reopen' ? <ReopenDialog protocol={protocol} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const reopening = { id: 'reopen', title: 'Открыть для изменений…', icon: LockOpen };
const repetition = { id: 'repeat', title: 'Создать такой же…', icon: CopyPlus };
const deletion = { id: 'delete', title: 'Удалить протокол', icon: Trash2, danger: true };
