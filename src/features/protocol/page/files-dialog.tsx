import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useRunningRecording } from '#src/data/recording/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { Card, focusWhenThere, layout, Skeleton, WideDialog } from '#src/ui/index.ts';
import { DocumentsCard } from '../documents/documents-card.tsx';
import { mailsQuery, versionsQuery } from '../documents/queries.ts';
import { useEditionOfAddress } from '../documents/version-list.tsx';
import { RecordingFile } from '../recording/recording-file.tsx';

interface FilesDialogProps {
  protocol: Protocol;
  /** Whether the server keeps versions and a list of mails. */
  hasDocuments: boolean;
  onClose: () => void;
}

/** Dialog with the final versions, the mails, and the file of the recording. */
export function FilesDialog({ protocol, hasDocuments, onClose }: FilesDialogProps) {
  const versions = useQuery({ ...versionsQuery(protocol.id), enabled: hasDocuments });
  const mails = useQuery({ ...mailsQuery(protocol.id), enabled: hasDocuments });
  // A list that is there is shown without the other; if both are missing, that is said once.
  const unread = hasDocuments ? [versions, mails].find(({ data }) => data === undefined) : undefined;
  const { edition } = useEditionOfAddress();
  const isRecording = useRunningRecording() !== undefined;
  // A version opens in the sheet, and a recording continues beside it: this dialog would cover them.
  const began = useRef({ edition, isRecording });
  useEffect(() => {
    if (edition === began.current.edition && isRecording === began.current.isRecording) return;
    onClose();
    if (edition !== undefined) focusWhenThere(() => document.querySelector<HTMLElement>('[data-version-title]'));
  }, [edition, isRecording, onClose]);
  return (
    <WideDialog title="Документы" onClose={onClose}>
      <div className={layout.stack(4)}>
        {hasDocuments ? <DocumentsCard protocol={protocol} /> : null}
        {unread ? (
          <QueryView<unknown> query={unread} skeleton={<DocumentsSkeleton />}>
            {() => null}
          </QueryView>
        ) : null}
        {versions.data?.length === 0 && mails.data?.length === 0 ? (
          <p>Итоговых версий и отправленных писем пока нет.</p>
        ) : null}
        <RecordingFile protocol={protocol} onChosen={onClose} />
      </div>
    </WideDialog>
  );
}

function DocumentsSkeleton() {
  return (
    <Card title="Версии и письма">
      <div className={layout.stack(3)}>
        <Skeleton width="30%" height={20} />
        <Skeleton width="60%" />
        <Skeleton width="40%" height={32} />
      </div>
    </Card>
  );
}
