import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/tasks/task.ts';
import { useOffers } from '#src/data/provider/index.ts';
import {
  applyToPage,
  type Optimistic,
  useOptimisticList,
  useOptimisticPage,
  useQueuedMutations,
  useReadStart,
  withData,
} from '#src/sync/index.ts';
import { taskCollection } from './collection.ts';
import { allTasksQuery, protocolTasksQuery, type TaskListFilter, taskListQuery } from './queries.ts';

/** A page of the tasks of all protocols with queued mutations applied. */
export function useTaskList({
  page = 1,
  search,
  status,
  assignee,
  on,
}: TaskListFilter): UseQueryResult<Page<Optimistic<Task>>> {
  const { ownTasks: ranked = false } = useOffers();
  return useOptimisticPage(taskCollection, taskListQuery({ page, search, status, assignee, on }), {
    page,
    filter: { search, status, assignee, on, ranked },
  });
}

/**
 * Tasks that include the most urgent ones: the first page if the server sorts by urgency, else all tasks, as far as
 * they can be read. `isPart`: there are more tasks, which were not read.
 */
export function useUrgentTasks(): { query: UseQueryResult<Page<Optimistic<Task>>>; isPart: boolean } {
  const first = useTaskList({ page: 1 });
  const { urgentFirst } = useOffers();
  const isEnough = urgentFirst || first.data?.meta.has_next !== true;
  const all = useQuery({ ...allTasksQuery(), enabled: !isEnough });
  const rows = useQueuedMutations();
  const { data } = all;
  const readAt = useReadStart(allTasksQuery().queryKey);
  const optimistic = useMemo(
    () => data && applyToPage(taskCollection, data, rows, { page: 1, readAt }),
    [data, rows, readAt],
  );
  if (isEnough) return { query: first, isPart: false };
  return { query: withData(all, optimistic), isPart: optimistic?.meta.has_next === true };
}

/** The tasks of one protocol with queued mutations applied, for a provider that does not embed them. */
export function useProtocolTasks(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Task>[]> {
  return useOptimisticList(taskCollection, { ...protocolTasksQuery(protocolId), enabled }, protocolId);
}
