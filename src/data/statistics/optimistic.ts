import type * as z from 'zod/mini';
import type { entityCounts } from '#contract/statistics.ts';
import { createKeyword, deleteKeyword } from '#src/data/keyword/index.ts';
import { createMeeting, deleteMeeting } from '#src/data/meeting/index.ts';
import { addedTask, createProtocol, deleteProtocol } from '#src/data/protocol/index.ts';
import { deleteTask, updateTask } from '#src/data/task/index.ts';
import { isIn, needsPerson, type OutboxRow } from '#src/sync/index.ts';

type EntityCounts = z.infer<typeof entityCounts>;

const made = { meetings: createMeeting, protocols: createProtocol, keywords: createKeyword };
const gone = { meetings: deleteMeeting, protocols: deleteProtocol, tasks: deleteTask, keywords: deleteKeyword };
const madeNames = ['meetings', 'protocols', 'keywords'] as const;
const names = ['meetings', 'protocols', 'tasks', 'keywords'] as const;

/**
 * How much there will be of each once all that is unsent has arrived; `readAt` is when the figures were read (epoch
 * milliseconds). How many tasks a deleted protocol takes with it is known to the server alone.
 */
export function applyToCounts(counts: EntityCounts, rows: readonly OutboxRow[], readAt: number): EntityCounts {
  const optimistic: EntityCounts = { ...counts };
  for (const row of rows) {
    const change = isIn(row, readAt) ? undefined : changeOf(row);
    const before = change && counts[change.name];
    if (!change || typeof before !== 'number') continue;
    optimistic[change.name] = Math.max(0, (optimistic[change.name] ?? before) + change.by);
  }
  return optimistic;
}

/** Whether the figures of the tasks will be others once all that is unsent has arrived. */
export function changesTaskCounts(rows: readonly OutboxRow[]): boolean {
  return rows.some(
    (row) =>
      row.state !== 'sent' && (addedTask(row) || [updateTask, deleteTask].some((kind) => row.kind === kind.name)),
  );
}

function changeOf(row: OutboxRow): { name: (typeof names)[number]; by: 1 | -1 } | undefined {
  const added = madeNames.find((name) => made[name].name === row.kind);
  if (added) return { name: added, by: 1 };
  if (addedTask(row)) return { name: 'tasks', by: 1 };
  // What the server did not let go is there, and counted.
  const removed = needsPerson(row) ? undefined : names.find((name) => gone[name].name === row.kind);
  return removed && { name: removed, by: -1 };
}
