import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import { patchProtocol, refetchProtocol } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, StatusNote } from '#src/ui/index.ts';
import styles from './video-card.module.css';

/** Ends the processing on the server: what is ready stays, and it can be asked for again. */
export function CancelProcessing({ protocolId: id }: { protocolId: string }) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const note = useId();
  const cancel = useMutation({
    mutationFn: () => api(calls.cancelProcessing, { params: { id } }),
    onSuccess: (told) => {
      const { stage, processing } = told ?? {};
      patchProtocol(client, id, { stage: 'error_video_process', ...(stage && processing && { processing }) });
    },
    // It may have ended by itself meanwhile.
    onSettled: () => refetchProtocol(client, id),
  });
  return (
    <div className={styles.retry}>
      {cancel.error ? (
        <p className={styles.failed} role="alert">
          {errorWords(cancel.error).words}
        </p>
      ) : null}
      <StatusNote id={note}>{offlineNote}</StatusNote>
      <Button
        size="small"
        variant="quiet"
        busy={cancel.isPending}
        onClick={offlineNote ? undefined : () => cancel.mutate()}
        {...(offlineNote ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
      >
        {cancel.isPending ? 'Загрузка...' : 'Отменить обработку'}
      </Button>
    </div>
  );
}
