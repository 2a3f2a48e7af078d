import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Tick } from '#src/ui/index.ts';
import styles from './video-card.module.css';

/**
 * «Участникам доступна запись»: participants may watch the recording once the protocol is signed. Only the server
 * grants and revokes this right; without a connection it cannot be changed.
 */
export function ShareRecording({ protocol: { id, recording_shared, video } }: { protocol: Protocol }) {
  const { participation } = useOffers();
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const note = useId();
  const share = useMutation({
    mutationFn: (shared: boolean) => api(calls.shareRecording, { params: { id }, body: { shared } }),
    onSuccess(reply, shared) {
      const { queryKey } = protocolQuery(id);
      const isNow = reply?.recording_shared ?? shared;
      client.setQueryData(queryKey, (read) => read && { ...read, recording_shared: isNow });
      return client.invalidateQueries({ queryKey });
    },
  });
  if (!participation || !video) return null;
  const isShared = share.isPending ? share.variables : (recording_shared ?? false);
  return (
    <div className={styles.sharing}>
      <Tick
        checked={isShared}
        aria-describedby={note}
        aria-disabled={offlineNote ? true : undefined}
        onChange={({ currentTarget }) => {
          if (!offlineNote && !share.isPending) share.mutate(currentTarget.checked);
        }}
      >
        Участникам доступна запись
      </Tick>
      <p id={note} className={styles.facts}>
        {offlineNote ?? 'Участники смотрят её в подписанном протоколе. Расшифровку и файл записи они не видят.'}
      </p>
      <div role="alert">
        {share.error ? <p className={styles.refusal}>Не изменено. {errorWords(share.error).words}</p> : null}
      </div>
    </div>
  );
}
