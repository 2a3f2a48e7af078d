import type { Task } from '#contract/tasks/task.ts';
import { isOverdue } from '#contract/tasks/task-deadline.ts';
import { useToday } from '#src/ui/index.ts';

/** Returns a function that judges whether a task is overdue; its caller is rendered again when another day begins. */
export function useOverdue(): (task: Task) => boolean {
  useToday();
  return (task) => isOverdue(task, new Date());
}
