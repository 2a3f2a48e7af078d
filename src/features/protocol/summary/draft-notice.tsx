import { useMutation } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocol.ts';
import type { Summary } from '#contract/summary.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { updateSummary } from '#src/data/summary/index.ts';
import { errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';

interface DraftNoticeProps {
  protocol: Protocol;
  summary: Optimistic<Summary> | undefined;
  onCompare: () => void;
  onSaid: (words: string) => void;
}

/** A newer run that was put beside what a person has written: to compare with, or to put away. */
export function DraftNotice({ protocol, summary, onCompare, onSaid }: DraftNoticeProps) {
  const form = useOpenForm();
  const discard = useMutation({
    mutationFn: ({ text, points, version, unsent }: Optimistic<Summary>) => {
      const kept = (points ?? []).map((point) => ({ text: point.text, evidence: point.evidence ?? null }));
      const whole = { text: text ?? '', points: kept, version: version ?? 0, discardsDraft: true };
      const edit = { ...whole, protocolId: protocol.id, protocolTitle: protocolTitle(protocol) };
      return mutate(updateSummary, edit, { form, basedOn: unsent?.writes });
    },
    onSuccess: () => onSaid('Новый вариант убран'),
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
