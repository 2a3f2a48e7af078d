import type { Task } from '#contract/task.ts';

/** What a task is called where a provider sends no title. */
export function taskTitle({ title }: Pick<Task, 'title'>): string {
  return title?.trim() || 'Поручение без названия';
}
