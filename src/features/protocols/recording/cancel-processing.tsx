import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import { Button } from '#src/components/button.tsx';
import { OnlineOnlyNote, useIsOutOfReach } from '#src/components/online-only.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { patchProtocol, refetchProtocol } from '#src/lib/queries/protocols.ts';
import styles from './video-card.module.css';

/** Ends the processing on the server: what is ready stays, and it can be asked for again. */
export function CancelProcessing({ protocolId: id }: { protocolId: string }) {
  const client = useQueryClient();
  const isOutOfReach = useIsOutOfReach(true);
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
      <OnlineOnlyNote id={note} isShown={isOutOfReach} />
      <Button
        size="small"
        variant="quiet"
        busy={cancel.isPending}
        onClick={isOutOfReach ? undefined : () => cancel.mutate()}
        {...(isOutOfReach ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
      >
        {cancel.isPending ? 'Загрузка...' : 'Отменить обработку'}
      </Button>
    </div>
  );
}
