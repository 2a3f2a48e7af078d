import type { Task } from '#contract/tasks/task.ts';

/** Returns the title of a task, or a substitute where a provider sends none. */
export function taskTitle({ title }: Pick<Task, 'title'>): string {
  return title?.trim() || 'Поручение без названия';
}
