import { useMutation } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { type TaskStatus as Status, type Task, taskStatuses, taskStatusWords } from '#contract/task.ts';
import { Icon } from '#src/components/icon.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { keptWords } from './kept-words.ts';
import { saveStatus } from './save-task.ts';
import { taskTitle } from './task-title.ts';
import styles from './tasks.module.css';

interface TaskStatusProps {
  task: Laid<Task>;
  /** What changed, for the live region of the list. */
  onSaid: (words: string) => void;
}

/** The status of a task, changed in place; what the server refuses springs back and says why. */
export function TaskStatus({ task, onSaid }: TaskStatusProps) {
  const id = useId();
  const form = useOpenForm();
  const change = useMutation({
    mutationFn: (status: Status) => saveStatus(task, status, form),
    onSuccess: (isKept, status) => {
      onSaid(`${taskTitle(task)}: ${taskStatusWords[status]}${isKept ? `. ${keptWords}` : ''}`);
    },
  });
  const shown = change.isPending ? change.variables : task.status;
  const known = taskStatuses.some((status) => status === shown);
  return (
    <div className={styles.status}>
      <div className={styles.choice}>
        <select
          aria-label={`Статус: ${taskTitle(task)}`}
          aria-busy={change.isPending}
          aria-invalid={change.isError || undefined}
          aria-describedby={change.isError ? id : undefined}
          value={shown}
          onChange={({ currentTarget }) => {
            const status = taskStatuses.find((each) => each === currentTarget.value);
            // One that is still on its way is followed by this one: the outbox keeps their order.
            if (status) change.mutate(status);
          }}
        >
          {known ? null : <option value={shown}>{shown}</option>}
          {taskStatuses.map((status) => (
            <option key={status} value={status}>
              {taskStatusWords[status]}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={16} />
      </div>
      {change.error ? (
        <p id={id} className={styles.failure} role="alert">
          Статус не сохранён. {errorWords(change.error).words}
        </p>
      ) : null}
    </div>
  );
}
