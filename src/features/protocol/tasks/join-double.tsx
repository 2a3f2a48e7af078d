import { useMutation } from '@tanstack/react-query';
import Merge from 'lucide-react/icons/merge';
import { use } from 'react';
import type { Task } from '#contract/task.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { errorWords, useOpenForm } from '#src/sync/index.ts';
import { Button, showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import type { DecisionPoint } from './decision-tasks.ts';
import { joinWithDecision } from './save-task.ts';
import { taskTitle } from './task-title.ts';
import styles from './tasks.module.css';

/** Offers to join a task with the decision that it repeats, so that both are shown and printed once. */
export function JoinDouble({ task, point }: { task: Task; point: DecisionPoint | undefined }) {
  const { readOnly } = use(EditingContext);
  const store = use(ProtocolContext);
  const form = useOpenForm();
  const decisionId = point?.id;
  const join = useMutation({
    mutationFn: (id: string) =>
      joinWithDecision({ ...task, protocol_id: task.protocol_id ?? store.getState().protocol?.id }, id, form),
    onSuccess: (isKept) =>
      showToast(`Поручение объединено с решением ${numberOf(point)}`, {
        tone: 'ok',
        detail: isKept ? queuedWords : undefined,
      }),
  });
  if (readOnly || !decisionId) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Merge}
        busy={join.isPending}
        aria-label={`Объединить с решением ${numberOf(point)}: ${taskTitle(task)}`}
        onClick={() => join.mutate(decisionId)}
      >
        Объединить с решением {numberOf(point)}
      </Button>
      {join.error ? (
        <p className={styles.failure} role="alert">
          Не объединено. {errorWords(join.error).words}
        </p>
      ) : null}
    </>
  );
}

/** Returns the number for use inside a sentence: «1.1». */
function numberOf(point: DecisionPoint | undefined): string {
  return (point?.place ?? '').replace(/\.$/, '');
}
