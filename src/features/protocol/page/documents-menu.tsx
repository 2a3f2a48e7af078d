import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import FileDown from 'lucide-react/icons/file-down';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import Mail from 'lucide-react/icons/mail';
import { lazy, Suspense, useState } from 'react';
import { documentFormats } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { unsentCreation } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { useFromQueue } from '#src/sync/index.ts';
import { focusWhenLost, type MenuAction, MenuButton } from '#src/ui/index.ts';
import { type DownloadNote, useDocumentDownload } from '../documents/use-document-download.ts';
import { useDocumentView } from '../documents/use-document-view.tsx';
import { useRecordingFile } from '../recording/recording-file.tsx';
import styles from './protocol-head.module.css';

const DocumentDialog = lazy(async () => ({
  default: (await import('../documents/document-dialog.tsx')).DocumentDialog,
}));
const SendDialog = lazy(async () => ({ default: (await import('../documents/send-dialog.tsx')).SendDialog }));
const FilesDialog = lazy(async () => ({ default: (await import('./files-dialog.tsx')).FilesDialog }));

const label = 'Документы';

interface DocumentsMenuProps {
  protocol: Protocol;
  /** Whether only the row of the list is loaded. */
  partial: boolean;
  onNote: (note: DownloadNote | undefined) => void;
}

/** Menu of rarely needed actions: downloads, mails, versions, the file of the recording. */
export function DocumentsMenu({ protocol, partial, onNote }: DocumentsMenuProps) {
  const [open, setOpen] = useState<'document' | 'send' | 'files'>();
  const { documents } = useOffers();
  const download = useDocumentDownload(protocol, onNote);
  const isThere = useFromQueue((rows) => unsentCreation(rows, protocol.id) === undefined) && !partial;
  const hasDocuments = Boolean(documents) && isThere;
  const hasFile = useRecordingFile(protocol) !== undefined;
  // A signed version is written with the template of its day, if there was one.
  const template = protocol.stage === 'final' ? undefined : protocol.body?.template;
  const offlineNote = useOfflineNote();
  const busy = documentFormats.find((kind) => download.isBusy(kind));
  const close = () => {
    setOpen(undefined);
    focusWhenLost(() => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`));
  };
  const { open: openView, view } = useDocumentView(protocol, !partial, close);
  const actions: MenuAction[] = [
    ...(partial ? [] : [{ id: 'view', title: 'Смотреть как документ', icon: Eye, onAction: openView }]),
    ...documentFormats.map((kind) => ({
      id: kind,
      title:
        kind === 'docx' && template ? `Скачать DOCX по шаблону «${template.name}»` : `Скачать ${kind.toUpperCase()}`,
      note: kind === 'docx' && template && offlineNote ? 'Нужно подключение: шаблон заполняет сервер' : null,
      icon: Download,
      onAction: () => {
        onNote(undefined);
        void download.start(kind);
      },
    })),
    ...(hasDocuments ? documentActions.map((action) => ({ ...action, onAction: () => setOpen(action.id) })) : []),
    ...(hasDocuments || hasFile
      ? [
          {
            id: 'files',
            title: filesTitle(hasDocuments, hasFile),
            icon: History,
            onAction: () => setOpen('files'),
          },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton icon={FileText} label={label} className={styles.documents} actions={actions}>
        <span className={styles.documentsName}>{label}</span>
      </MenuButton>
      {busy ? (
        <p role="status" className={styles.making}>
          Готовим {busy.toUpperCase()}…
        </p>
      ) : null}
      <Suspense fallback={null}>
        {view}
        {open === 'document' ? <DocumentDialog protocol={protocol} onNote={onNote} onClose={close} /> : null}
        {open === 'send' ? <SendDialog protocol={protocol} onClose={close} /> : null}
        {open === 'files' ? <FilesDialog protocol={protocol} hasDocuments={hasDocuments} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function filesTitle(hasDocuments: boolean, hasFile: boolean): string {
  if (!hasDocuments) return 'Файл записи…';
  return hasFile ? 'Версии, письма, файл записи…' : 'Версии и письма…';
}

const documentActions = [
  { id: 'document', title: 'Скачать другой документ…', icon: FileDown },
  { id: 'send', title: 'Отправить по почте…', icon: Mail },
] as const;
