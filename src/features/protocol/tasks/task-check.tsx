import type { ChangeEvent, KeyboardEvent } from 'react';
import type { Task } from '#contract/task.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import styles from './task-check.module.css';
import { taskTitle } from './task-title.ts';
import type { TaskStatusState } from './use-task-status.ts';

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
