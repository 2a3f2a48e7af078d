import { useMutation, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import type { Summary } from '#contract/insights/summary.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { patchProtocol, protocolTitle } from '#src/data/protocol/index.ts';
import { updateSummary } from '#src/data/summary/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, StatusNote } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';

interface MakeSummaryProps {
  protocol: Protocol;
  /** Whether there is no summary yet. */
  isFirst: boolean;
}

/** Requests a new summary and shows its progress; during processing the server makes it anyway. */
export function MakeSummary({ protocol: { id, stage, processing }, isFirst }: MakeSummaryProps) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const note = useId();
  const step = processing?.find((each) => each.step === 'summary');
  const ask = useMutation({
    mutationFn: () => api(calls.makeSummary, { params: { id } }),
    onSuccess: (answer) => answer?.processing && patchProtocol(client, id, { processing: answer.processing }),
  });
  if (stage === 'video_process') return null;
  const isRunning = step?.state === 'running';
  const failureWords = ask.error ? errorWords(ask.error).words : step?.error;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={RefreshCw}
        busy={ask.isPending || isRunning}
        onClick={offlineNote ? undefined : () => ask.mutate()}
        {...(offlineNote ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
      >
        {isRunning ? 'Составляются…' : isFirst ? 'Составить' : 'Составить заново'}
      </Button>
      <div className={styles.under}>
        <StatusNote id={note}>{offlineNote}</StatusNote>
        {failureWords ? (
          <p className={styles.failure} role="alert">
            {failureWords}
          </p>
        ) : null}
        {step?.note && !isRunning ? <p className={styles.note}>{step.note}</p> : null}
      </div>
    </>
  );
}

interface DraftNoticeProps {
  protocol: Protocol;
  summary: Optimistic<Summary> | undefined;
  onCompare: () => void;
  onAnnounce: (words: string) => void;
}

/** Notice of a newer automatic run beside a summary written by a person: it can be compared or discarded. */
export function DraftNotice({ protocol, summary, onCompare, onAnnounce }: DraftNoticeProps) {
  const form = useOpenForm();
  const discard = useMutation({
    mutationFn: ({ text, points, version, unsent }: Optimistic<Summary>) => {
      const kept = (points ?? []).map((point) => ({ text: point.text, evidence: point.evidence ?? null }));
      const whole = { text: text ?? '', points: kept, version: version ?? 0, discardsDraft: true };
      const edit = { ...whole, protocolId: protocol.id, protocolTitle: protocolTitle(protocol) };
      return mutate(updateSummary, edit, { form, basedOn: unsent?.writes });
    },
    onSuccess: () => onAnnounce('Новый вариант убран'),
  });
  if (!summary?.draft) return null;
  return (
    <div className={styles.notice}>
      <p>Есть новый вариант, составленный автоматически. Ваши итоги не изменились.</p>
      <div className={styles.buttons}>
        <Button size="small" onClick={onCompare}>
          Сравнить
        </Button>
        <Button size="small" variant="quiet" busy={discard.isPending} onClick={() => discard.mutate(summary)}>
          Убрать вариант
        </Button>
      </div>
      {discard.error ? (
        <p className={styles.failure} role="alert">
          {errorWords(discard.error).words}
        </p>
      ) : null}
    </div>
  );
}
