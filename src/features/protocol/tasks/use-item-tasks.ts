import { useRef } from 'react';
import type { Task } from '#contract/task.ts';

const none: readonly Task[] = [];

/** Returns the tasks of each agenda item; the array is stable while its tasks are the same, which avoids rendering. */
export function useItemTasks(tasks: readonly Task[] | null | undefined): (itemId: string) => readonly Task[] {
  const before = useRef(new Map<string, readonly Task[]>());
  const byItem = new Map<string, Task[]>();
  for (const task of tasks ?? []) {
    if (!task.agenda_id) continue;
    const own = byItem.get(task.agenda_id);
    if (own) own.push(task);
    else byItem.set(task.agenda_id, [task]);
  }
  const now = new Map(
    [...byItem].map(([id, own]) => {
      const known = before.current.get(id);
      const isSame = known?.length === own.length && known.every((task, index) => task === own[index]);
      return [id, isSame ? known : own] as const;
    }),
  );
  before.current = now;
  return (itemId) => now.get(itemId) ?? none;
}
