import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { applyToTasks } from '#src/data/protocol/index.ts';
import { earlierTasksQuery } from '#src/data/task/index.ts';
import { isSameList, type Optimistic, type OutboxRow, useCapability, useFromQueue } from '#src/sync/index.ts';

/**
 * The open tasks of earlier protocols that are to be asked after in this one, without those that it has brought in:
 * which they are is the server's to tell, and of another provider none are. Without a line as they were last read.
 */
export function useEarlierTasks({ id, tasks }: Protocol, enabled: boolean): Optimistic<Task>[] {
  const able = useCapability('tasks');
  const { data } = useQuery({ ...earlierTasksQuery(id), enabled: able && enabled });
  const lay = useCallback(
    (rows: readonly OutboxRow[]) => {
      const taken = new Set((tasks ?? []).map(({ origin_task_id }) => origin_task_id));
      return applyToTasks(data ?? [], '', rows).filter(
        (task) => !taken.has(task.id) && !taken.has(task.origin_task_id ?? ''),
      );
    },
    [data, tasks],
  );
  return useFromQueue(lay, isSameList);
}
