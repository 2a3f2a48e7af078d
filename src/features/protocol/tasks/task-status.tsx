import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { type Task, taskStatuses, taskStatusWords } from '#contract/tasks/task.ts';
import { errorWords } from '#src/sync/index.ts';
import { focusWhenLost, Icon } from '#src/ui/index.ts';
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

/** Checkbox that marks a task as done, or open again, by a click, Space or Enter. */
export function TaskCheck({ task, status }: { task: Task; status: TaskStatusState }) {
  const press = ({ currentTarget }: ChangeEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const goOn = nextCheck(currentTarget);
    status.toggle();
    focusWhenLost(goOn);
  };
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        data-check=""
        aria-label={`Выполнено: ${taskTitle(task)}`}
        aria-invalid={status.error ? true : undefined}
        aria-describedby={status.error ? status.problemId : undefined}
        checked={status.shown === 'done'}
        onChange={press}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat) return;
          event.preventDefault();
          press(event);
        }}
      />
    </label>
  );
}

/**
 * Returns a function that finds the next checkbox: the row may move or leave after its status changes, and the focus
 * stays at its place.
 */
function nextCheck(check: HTMLInputElement): () => HTMLElement | null | undefined {
  const list = check.closest('table, ul');
  const checks = () => [...(list?.querySelectorAll<HTMLElement>('[data-check]') ?? [])];
  const place = checks().indexOf(check);
  return () => {
    const left = checks();
    return left[Math.min(place, left.length - 1)] ?? document.querySelector('h1');
  };
}
