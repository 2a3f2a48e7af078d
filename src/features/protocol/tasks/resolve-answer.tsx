import { useMutation } from '@tanstack/react-query';
import { type Decision, decideReport } from '#src/data/report/index.ts';
import { errorWords, type OutboxRow, resolveMutation } from '#src/sync/index.ts';
import styles from './report.module.css';
import { ReturnForm } from './return-form.tsx';

interface ResolveAnswerProps {
  row: OutboxRow;
  answered: Decision;
  onDone: () => void;
  onCancel: () => void;
}

/** Form for a return of a report that the server refused: the reason can be sent again or copied. */
export function ResolveAnswer({ row, answered, onDone, onCancel }: ResolveAnswerProps) {
  const send = useMutation({
    mutationFn: (answer: string) => resolveMutation(decideReport, row, { ...answered, answer }),
    onSuccess: onDone,
  });
  return (
    <>
      <ReturnForm
        before={answered.answer ?? ''}
        busy={send.isPending}
        onReturn={(words) => send.mutate(words)}
        onCancel={onCancel}
      />
      <div role="alert">
        {send.error ? <p className={styles.failure}>Не отправлено. {errorWords(send.error).words}</p> : null}
      </div>
    </>
  );
}
