import type * as z from 'zod/mini';
import type { entityCounts } from '#contract/statistics/statistics.ts';
import { entities } from '#src/data/entities.ts';
import { changesOf, isIncludedAt, needsPerson, type OutboxRow } from '#src/sync/index.ts';

type EntityCounts = z.infer<typeof entityCounts>;
type CountName = 'meetings' | 'protocols' | 'tasks' | 'keywords';

const countNames = new Map<string, CountName>([
  [entities.meeting.name, 'meetings'],
  [entities.protocol.name, 'protocols'],
  [entities.task.name, 'tasks'],
  [entities.keyword.name, 'keywords'],
]);

/**
 * Returns the counts with queued mutations applied; `readAt` is when the counts were read (epoch milliseconds). How
 * many tasks are deleted with a protocol is known only to the server.
 */
export function applyToCounts(counts: EntityCounts, rows: readonly OutboxRow[], readAt: number): EntityCounts {
  const optimistic: EntityCounts = { ...counts };
  for (const row of rows) {
    if (isIncludedAt(row, readAt)) continue;
    for (const { name, by } of stepsOf(row)) {
      const before = optimistic[name];
      if (typeof before === 'number') optimistic[name] = Math.max(0, before + by);
    }
  }
  return optimistic;
}

/** Whether queued mutations change the task statistics. */
export function changesTaskCounts(rows: readonly OutboxRow[]): boolean {
  return rows.some(
    (row) =>
      row.state !== 'sent' &&
      changesOf(row).some(({ entity, which }) => entity === entities.task.name && typeof which === 'string'),
  );
}

function stepsOf(row: OutboxRow): { name: CountName; by: number }[] {
  return changesOf(row).flatMap(({ kind, entity, which }) => {
    const name = countNames.get(entity);
    if (!name || typeof which !== 'string') return [];
    if (kind === 'create') return [{ name, by: 1 }];
    // An entity whose removal was refused still exists and is counted.
    return kind === 'remove' && !needsPerson(row) ? [{ name, by: -1 }] : [];
  });
}
