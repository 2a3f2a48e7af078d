import { useMutation } from '@tanstack/react-query';
import type { Task } from '#contract/task.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { useDeletionWords } from '#src/lib/deletion-words.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import styles from './forms.module.css';
import { removeTask } from './save-task.ts';
import { taskTitle } from './task-title.ts';

interface DeleteTaskDialogProps {
  task: Task;
  protocolId: string | null | undefined;
  /** `isKept`: the server is yet to hear of it. */
  onDeleted: (isKept: boolean) => void;
  onCancel: () => void;
}

/** Asks before a task is deleted; a refusal is told where it was asked. */
export function DeleteTaskDialog({ task, protocolId, onDeleted, onCancel }: DeleteTaskDialogProps) {
  const form = useOpenForm();
  const wayBack = useDeletionWords(task.id, 'его');
  const remove = useMutation({
    mutationFn: () => removeTask({ ...task, protocol_id: task.protocol_id ?? protocolId }, form),
    onSuccess: onDeleted,
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
      <p>
        Поручение «{taskTitle(task)}» исчезнет из протокола и из списка поручений. {wayBack}
      </p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Поручение не удалено. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
