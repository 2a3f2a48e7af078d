import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { TaskFilter } from '#contract/tasks/task-order.ts';
import { paddedDays, plusDays } from '#src/format/index.ts';
import { api, useOptimisticList, useOptimisticPage } from '#src/sync/index.ts';
import { ownMeetingCollection, ownTaskCollection } from './collection.ts';

const { limit } = defaultPaging;

/** A page of the person's own tasks, by deadline, GET /me/tasks. */
export function ownTasksQuery({ page = 1, status }: { page?: number; status?: TaskFilter | undefined } = {}) {
  const query = { limit, page, ...(status ? { status } : {}) };
  return queryOptions({
    queryKey: ['own-tasks', query],
    queryFn: ({ signal }) => api(calls.listOwnTasks, { query, signal }),
  });
}

/** The page on which a task stands, by its own id or that of the first of its chain. */
export function ownTaskPlaceQuery(taskId: string | undefined) {
  const query = { limit, task_id: taskId ?? '' };
  return queryOptions({
    queryKey: ['own-task-place', query],
    queryFn: ({ signal }) => api(calls.listOwnTasks, { query, signal }),
    enabled: taskId !== undefined,
    gcTime: 0,
  });
}

/** The same with queued reports applied. */
export function useOwnTasks(asked: { page: number; status: TaskFilter | undefined }) {
  return useOptimisticPage(ownTaskCollection, ownTasksQuery(asked), { page: asked.page });
}

const [daysBack, daysAhead] = [180, 180];

/**
 * Meetings in which the person takes part, half a year around this moment, GET /me/meetings. The days move on with the
 * calendar and are no part of the key: offline, what was read yesterday is still shown.
 */
export function ownMeetingsQuery(now: Date) {
  const [start_date_at, end_date_at] = paddedDays({ first: plusDays(now, -daysBack), last: plusDays(now, daysAhead) });
  const query = { start_date_at, end_date_at };
  return queryOptions({
    queryKey: ['own-meetings'],
    queryFn: ({ signal }) => api(calls.listOwnMeetings, { query, signal }),
  });
}

/** The same with queued answers applied. */
export function useOwnMeetings(now: Date) {
  return useOptimisticList(ownMeetingCollection, ownMeetingsQuery(now));
}

/** A page of the signed protocols that the person may read, GET /me/protocols. */
export function ownProtocolsQuery(page: number) {
  const query = { limit, page };
  return queryOptions({
    queryKey: ['own-protocols', query],
    queryFn: ({ signal }) => api(calls.listOwnProtocols, { query, signal }),
  });
}

/** A signed protocol as it was signed, GET /me/protocols/{id}. */
export function ownProtocolQuery(id: string) {
  return queryOptions({
    queryKey: ['own-protocol', id],
    queryFn: ({ signal }) => api(calls.getOwnProtocol, { params: { id }, signal }),
  });
}
