import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { patchProtocol, refetchProtocol } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolUpload } from '#src/data/recording/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, StatusNote } from '#src/ui/index.ts';
import { CancelProcessing } from './cancel-processing.tsx';
import { ProcessingSteps } from './processing-steps.tsx';
import styles from './video-card.module.css';

/** How the processing goes, and «Повторить» where it failed; the received video is kept in every case. */
export function ProcessingPanel({ protocol }: { protocol: Protocol }) {
  const { id, stage, processing } = protocol;
  const client = useQueryClient();
  const upload = useProtocolUpload(id);
  // Nobody here is about to start it: the upload came from elsewhere, or its end was never told.
  const unstarted = stage === 'video_uploaded' && !upload;
  const failed = stage === 'error_video_process';
  const offlineNote = useOfflineNote();
  const note = useId();
  const { processingCancel: canCancel } = useOffers();
  const retry = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id } }),
    onSuccess: () => {
      patchProtocol(client, id, { stage: 'video_process' });
      return refetchProtocol(client, id);
    },
  });

  return (
    <section className={styles.section} aria-label="Обработка видео">
      <p className={styles.head}>
        <span>Обработка</span>
        <span role="status">{unstarted ? '' : (words[stage] ?? '')}</span>
      </p>
      {processing?.length ? <ProcessingSteps steps={processing} /> : null}
      {stage === 'video_process' && canCancel ? <CancelProcessing protocolId={id} /> : null}
      {failed || unstarted ? (
        <div className={styles.retry}>
          <p className={styles.facts}>
            {failed
              ? 'Загруженный файл сохранён на сервере. Повторите обработку или выберите другой.'
              : 'Запись получена сервером, обработка ещё не начата.'}
          </p>
          {retry.error ? (
            <p className={styles.failed} role="alert">
              {errorWords(retry.error).words}
            </p>
          ) : null}
          <StatusNote id={note}>{offlineNote}</StatusNote>
          <Button
            className={styles.retry}
            size="small"
            busy={retry.isPending}
            onClick={offlineNote ? undefined : () => retry.mutate()}
            {...(offlineNote ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
          >
            {retry.isPending ? 'Загрузка...' : failed ? 'Повторить обработку' : 'Начать обработку'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const words: Partial<Record<Protocol['stage'], string>> = {
  video_uploaded: 'начнётся через несколько секунд',
  video_process: 'идёт на сервере, вкладку можно закрыть',
  error_video_process: 'остановилась',
};
