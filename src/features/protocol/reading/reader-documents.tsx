import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { documentFormats } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import { type DownloadNote, useDocumentDownload } from '../documents/use-document-download.ts';
import { useDocumentView } from '../documents/use-document-view.tsx';
import styles from './reader.module.css';

/** Downloads of a protocol that is only read, and its preview as a document. */
export function ReaderDocuments({ protocol }: { protocol: Protocol }) {
  const [note, setNote] = useState<DownloadNote>();
  const download = useDocumentDownload(protocol, setNote);
  const { open, view } = useDocumentView(protocol, true, () =>
    focusWhenLost(() => document.querySelector<HTMLElement>('[data-view-document]')),
  );
  return (
    <>
      <div className={styles.documents}>
        <Button size="small" icon={Eye} data-view-document="" onClick={open}>
          Смотреть как документ
        </Button>
        {documentFormats.map((format) => (
          <Button
            key={format}
            size="small"
            icon={Download}
            busy={download.isBusy(format)}
            aria-label={`Скачать ${format.toUpperCase()}`}
            onClick={() => {
              setNote(undefined);
              void download.start(format);
            }}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {note ? (
        <p className={styles.failure} role="alert">
          <strong>{note.title}</strong> {note.words}
        </p>
      ) : null}
      {view}
    </>
  );
}
