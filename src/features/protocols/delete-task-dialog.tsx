import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Task } from '#contract/task.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { ignoreGone } from '#src/lib/ignore-gone.ts';
import { patchTask, refetchTasks } from '#src/lib/queries/tasks.ts';
import styles from './forms.module.css';
import { taskTitle } from './task-title.ts';

interface DeleteTaskDialogProps {
  task: Task;
  protocolId: string | null | undefined;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Asks before a task is deleted; a refusal is told where it was asked. */
export function DeleteTaskDialog({ task, protocolId, onDeleted, onCancel }: DeleteTaskDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(calls.deleteTask, { params: { taskId: task.id } }).catch(ignoreGone),
    onSuccess: () => {
      patchTask(client, task.id, 'removed');
      onDeleted();
      return refetchTasks(client, protocolId);
    },
  });
  return (
    <ConfirmDialog
      title="Удалить поручение?"
      confirm="Удалить"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      <p>«{taskTitle(task)}» исчезнет из протокола и из списка поручений. Вернуть его нельзя.</p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Поручение не удалено. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
