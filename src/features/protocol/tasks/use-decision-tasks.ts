import { useMemo } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
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
