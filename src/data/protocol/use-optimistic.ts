import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { allTasksQuery, protocolTasksQuery, type TaskListFilter, taskListQuery } from '#src/data/task/index.ts';
import {
  isSameList,
  type Optimistic,
  type OutboxRow,
  useCapability,
  useForeignServer,
  useFromQueue,
  useQueuedMutations,
} from '#src/sync/index.ts';
import { applyToProtocolPage } from './optimistic.ts';
import { applyToTaskPage, applyToTasks } from './optimistic-tasks.ts';
import { type ProtocolListFilter, protocolListQuery } from './queries.ts';

/** A page of the protocols with queued mutations applied; made of that alone where no page could be read. */
export function useProtocolList(filter: ProtocolListFilter = {}): UseQueryResult<Page<Optimistic<Protocol>>> {
  const query = useQuery({ ...protocolListQuery(filter), placeholderData: keepPreviousData });
  const rows = useQueuedMutations();
  const { page = 1, search, stage } = filter;
  const { data, dataUpdatedAt: readAt, isPlaceholderData } = query;
  const isUnread = !data && !isStuck(query);
  const optimistic = useMemo(
    () =>
      // The page that stands in while another one comes is shown as it was.
      isUnread || isPlaceholderData ? data : applyToProtocolPage(data, rows, { page, search, stage, readAt }),
    [data, rows, page, search, stage, readAt, isUnread, isPlaceholderData],
  );
  return withData(query, optimistic);
}

/** A page of the tasks of all protocols with queued mutations applied. */
export function useTaskList({ page = 1, search, status }: TaskListFilter): UseQueryResult<Page<Optimistic<Task>>> {
  const query = useQuery({ ...taskListQuery({ page, search, status }), placeholderData: keepPreviousData });
  const rows = useQueuedMutations();
  const ranked = useCapability('tasks');
  const { data, dataUpdatedAt: readAt, isPlaceholderData } = query;
  const isUnread = !data && !isStuck(query);
  const optimistic = useMemo(
    () =>
      isUnread || isPlaceholderData ? data : applyToTaskPage(data, rows, { page, search, status, ranked, readAt }),
    [data, rows, page, search, status, ranked, readAt, isUnread, isPlaceholderData],
  );
  return withData(query, optimistic);
}

/**
 * The tasks among which the most urgent are: the first page of a server that begins with them, of another all of them, as
 * far as they can be read. `isPart`: there are more, of which nothing is known.
 */
export function useUrgentTasks(): { query: UseQueryResult<Page<Optimistic<Task>>>; isPart: boolean } {
  const first = useTaskList({ page: 1 });
  const isForeign = useForeignServer();
  const isEnough = !isForeign || first.data?.meta.has_next !== true;
  const all = useQuery({ ...allTasksQuery(), enabled: !isEnough });
  const rows = useQueuedMutations();
  const { data, dataUpdatedAt: readAt } = all;
  const optimistic = useMemo(() => data && applyToTaskPage(data, rows, { page: 1, readAt }), [data, rows, readAt]);
  if (isEnough) return { query: first, isPart: false };
  return { query: withData(all, optimistic), isPart: optimistic?.meta.has_next === true };
}

/** Whether a list is made of what is unsent alone: nothing of it was ever read, so that it is no whole. */
export function isUnsentAlone(list: UseQueryResult<Page<unknown>>): boolean {
  return list.data !== undefined && !list.isPlaceholderData && list.dataUpdatedAt === 0;
}

/** The tasks of one protocol where a provider does not embed them, with queued mutations applied. */
export function useProtocolTasks(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Task>[]> {
  const query = useQuery({ ...protocolTasksQuery(protocolId), enabled });
  const { data } = query;
  const lay = useCallback(
    (rows: readonly OutboxRow[]) => data && applyToTasks(data, protocolId, rows),
    [data, protocolId],
  );
  return withData(query, useFromQueue(lay, isSameList));
}

/** Whether nothing will come for now. */
export function isStuck({ isError, fetchStatus }: Pick<UseQueryResult, 'isError' | 'fetchStatus'>): boolean {
  return isError || fetchStatus === 'paused';
}

/** A query under other data. Who shows it looks at the data first: offline there may be some all the same. */
export function withData<Read, Shown>(query: UseQueryResult<Read>, data: Shown | undefined): UseQueryResult<Shown> {
  return { ...query, data } as unknown as UseQueryResult<Shown>;
}
