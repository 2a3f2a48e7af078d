import ChevronDown from 'lucide-react/icons/chevron-down';
import { type Task, taskStatuses, taskStatusWords } from '#contract/task.ts';
import { errorWords } from '#src/sync/index.ts';
import { Icon } from '#src/ui/index.ts';
import { taskTitle } from './task-title.ts';
import styles from './tasks.module.css';
import type { TaskStatusState } from './use-task-status.ts';

/** Select with all statuses; a change that the server refuses is reverted, and the error is shown. */
export function TaskStatus({ task, status }: { task: Task; status: TaskStatusState }) {
  const { shown, busy, error, problemId: id, choose } = status;
  const known = taskStatuses.some((each) => each === shown);
  return (
    <div className={styles.status}>
      <div className={styles.choice}>
        <select
          aria-label={`Статус: ${taskTitle(task)}`}
          aria-busy={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          value={shown}
          onChange={({ currentTarget }) => {
            const chosen = taskStatuses.find((each) => each === currentTarget.value);
            if (chosen) choose(chosen);
          }}
        >
          {known ? null : <option value={shown}>{shown}</option>}
          {taskStatuses.map((each) => (
            <option key={each} value={each}>
              {taskStatusWords[each]}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={16} />
      </div>
      {error ? (
        <p id={id} className={styles.failure} role="alert">
          Статус не сохранён. {errorWords(error).words}
        </p>
      ) : null}
    </div>
  );
}
