import { type SQL, sql } from 'drizzle-orm';
import { ranksOf } from '#contract/tasks/task-order.ts';
import { tasks } from './work.ts';

/**
 * Condition on `tasks`: open after its deadline at this moment, and no later protocol had carried it on by then: what is
 * carried on is due on the date that was set there.
 */
export function isOverdueAt(moment: Date): SQL {
  return sql`(${tasks.listRank} < ${ranksOf('overdue', moment).below} and not ${isCarriedOn(moment)})`;
}

/** Condition on `tasks`: a task of a later protocol carries it on; with `moment`, one that was created by then. */
export function isCarriedOn(moment?: Date): SQL {
  const isMade = moment && sql`and next.created_at <= ${moment.toISOString()}::timestamptz`;
  // With a limit each row is looked up by the index; without one the planner reads all tasks to join them.
  return sql`coalesce((select true from tasks next where next.origin_task_id = coalesce(${tasks.originTaskId}, ${tasks.id})
    and next.created_at > ${tasks.createdAt} ${isMade} limit 1), false)`;
}
