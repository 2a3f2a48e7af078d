import Ellipsis from 'lucide-react/icons/ellipsis';
import FileDown from 'lucide-react/icons/file-down';
import LockOpen from 'lucide-react/icons/lock-open';
import Mail from 'lucide-react/icons/mail';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { unsentCreation } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { focusWhenLost, type MenuAction, MenuButton } from '#src/ui/index.ts';
import type { DownloadNote } from '../documents/use-document-download.ts';
import { mayBeDeleted } from '../editing/delete-protocol.tsx';
import styles from './protocol-screen.module.css';

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

/** What is done more rarely: other documents, sending, opening a final protocol again, deletion. */
export function ProtocolMenu({ protocol, partial, onDelete, onNote }: ProtocolMenuProps) {
  const [open, setOpen] = useState<'document' | 'send' | 'reopen'>();
  const { documents, reopening: canReopen } = useOffers();
  const isOnServer = unsentCreation(useQueuedMutations(), protocol.id) === undefined;
  const isThere = isOnServer && !partial;
  const isFinal = protocol.stage === 'final';
  const actions: MenuAction[] = [
    ...(documents && isThere
      ? documentActions.map((action) => ({ ...action, onAction: () => setOpen(action.id) }))
      : []),
    ...(canReopen && isThere && isFinal ? [{ ...reopening, onAction: () => setOpen('reopen') }] : []),
    ...(mayBeDeleted(protocol) ? [{ ...deletion, onAction: onDelete }] : []),
  ];
  const close = () => {
    setOpen(undefined);
    focusWhenLost(() => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`));
  };
  if (actions.length === 0) return null;
  return (
    <>
      <MenuButton icon={Ellipsis} label={label} className={styles.more} actions={actions} />
      <Suspense fallback={null}>
        {open === 'document' ? <DocumentDialog protocol={protocol} onNote={onNote} onClose={close} /> : null}
        {open === 'send' ? <SendDialog protocol={protocol} onClose={close} /> : null}
        {open === 'reopen' ? <ReopenDialog protocol={protocol} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const documentActions = [
  { id: 'document', title: 'Скачать другой документ…', icon: FileDown },
  { id: 'send', title: 'Отправить по почте…', icon: Mail },
] as const;

const reopening = { id: 'reopen', title: 'Открыть для изменений…', icon: LockOpen };
const deletion = { id: 'delete', title: 'Удалить протокол', icon: Trash2, danger: true };
