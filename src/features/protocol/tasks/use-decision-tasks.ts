import { useMemo, useRef } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { useOffers } from '#src/data/provider/index.ts';
import type { NameOf } from '../editing/people.ts';
import { decisionTasks, pointsOf } from './decision-tasks.ts';

/** Returns the decisions of an agenda item and the tasks made of them; stable as long as nothing changed. */
export function useDecisionTasks(item: AgendaItem, position: number, tasks: readonly Task[], nameOf: NameOf) {
  const { ownTasks = true } = useOffers();
  return useMemo(() => {
    const points = pointsOf(item, position);
    return { points, found: decisionTasks(points, tasks, nameOf, ownTasks) };
  }, [item, position, tasks, nameOf, ownTasks]);
}

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
