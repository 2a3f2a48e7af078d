import Download from 'lucide-react/icons/download';
import { memo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { documentFormats } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/ui/index.ts';
import { useDocumentDownload } from '../documents/use-document-download.ts';
import { DeleteProtocolQuestion, useProtocolDeletion } from '../editing/delete-protocol.tsx';
import { type Failure, NextMove } from './next-move.tsx';
import { ProtocolMenu } from './protocol-menu.tsx';
import styles from './protocol-screen.module.css';

interface ProtocolActionsProps {
  protocol: Protocol;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** The documents, the next move («Завершить», then «Сформировать итоговый протокол»), deletion; each says why it failed. */
export const ProtocolActions = memo(function ProtocolActions({ protocol, partial }: ProtocolActionsProps) {
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
