import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { type Task, type TaskStatus, taskStatuses, taskStatusWords } from '#contract/tasks/task.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { saveStatus } from './save-task.ts';
import { taskTitle } from './task-title.ts';

/** Status of a task and the functions that change it, shared by its checkbox and the select with all statuses. */
export function useTaskStatus(task: Optimistic<Task>, onAnnounce: (words: string) => void) {
  const problemId = useId();
  const form = useOpenForm();
  const change = useMutation({
    mutationFn: (status: TaskStatus) => saveStatus(task, status, form),
    onSuccess: (isKept, status) => {
      onAnnounce(`${taskTitle(task)}: ${taskStatusWords[status]}${isKept ? `. ${queuedWords}` : ''}`);
    },
  });
  const shown = change.isPending ? change.variables : task.status;
  // The status before the task was done: unchecking restores it.
  const open = useRef<TaskStatus>('in_progress');
  const known = taskStatuses.find((status) => status === shown);
  if (known === 'new' || known === 'in_progress') open.current = known;
  return {
    shown,
    busy: change.isPending,
    error: change.error,
    problemId,
    // A change that is still being sent is followed by this one; the outbox keeps their order.
    choose: (status: TaskStatus) => change.mutate(status),
    toggle: () => change.mutate(shown === 'done' ? open.current : 'done'),
  };
}

export type TaskStatusState = ReturnType<typeof useTaskStatus>;
