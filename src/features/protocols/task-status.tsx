import { useMutation, useQueryClient } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import { type Task, taskStatuses, taskStatusWords } from '#contract/task.ts';
import { Icon } from '#src/components/icon.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { patchTask, refetchTasks } from '#src/lib/queries/tasks.ts';
import { written } from '#src/lib/written.ts';
import { taskTitle } from './task-title.ts';
import styles from './tasks.module.css';

interface TaskStatusProps {
  task: Task;
  /** What changed, for the live region of the list. */
  onSaid: (words: string) => void;
}

/** The status of a task, changed in place; what the server refuses springs back and says why. */
export function TaskStatus({ task, onSaid }: TaskStatusProps) {
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (status: (typeof taskStatuses)[number]) =>
      written(api(calls.updateTask, { params: { taskId: task.id }, body: { status } })),
    onSuccess: (_answer, status) => {
      patchTask(client, task.id, { status });
      onSaid(`${taskTitle(task)}: ${taskStatusWords[status]}`);
      return refetchTasks(client, task.protocol_id);
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
            if (status && !change.isPending) change.mutate(status);
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
