import { useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useTemplates } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { FormDialog } from '#src/ui/index.ts';
import { DocumentChoice, firstDocument, queryOf } from './document-choice.tsx';
import { type DownloadNote, useDocumentDownload } from './use-document-download.ts';

interface DocumentDialogProps {
  protocol: Protocol;
  /** A note about the downloaded file. */
  onNote: (note: DownloadNote) => void;
  onClose: () => void;
}

/** Dialog for other documents than the default one: short form, extract, list of those present, own template. */
export function DocumentDialog({ protocol, onNote, onClose }: DocumentDialogProps) {
  const offlineNote = useOfflineNote();
  const templates = useTemplates();
  const [chosen, setChosen] = useState(() => firstDocument(protocol, 'short'));
  const [failure, setFailure] = useState<string>();
  const download = useDocumentDownload(protocol, (note) =>
    note.tone === 'bad' ? setFailure(`${note.title} ${note.words}`) : onNote(note),
  );
  const busy = download.isBusy(chosen.format, queryOf(chosen));
  return (
    <FormDialog
      title="Скачать документ"
      submit="Скачать"
      busy={busy}
      dirty={false}
      blockedBy={offlineNote}
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        setFailure(undefined);
        void download.start(chosen.format, queryOf(chosen)).then((isThere) => isThere && onClose());
      }}
    >
      <DocumentChoice protocol={protocol} value={chosen} templates={templates} onChange={setChosen} />
    </FormDialog>
  );
}
