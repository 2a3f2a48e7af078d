import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/tasks/task.ts';
import { type StatusFilter, taskFilters } from '#contract/tasks/task-order.ts';
import { bareOffers, lastOffers, useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

export interface TaskListFilter {
  page?: number;
  search?: string | undefined;
  /** Sent only to a server that supports it; others return all tasks. */
  status?: StatusFilter | undefined;
  /** The assignee; sent only to a server that supports it. */
  assignee?: string | undefined;
  /** YYYY-MM-DD: tasks that existed at its end, overdue as of then; sent only to a server that supports it. */
  on?: string | undefined;
}

const isBasic = (status: StatusFilter) => taskFilters.some((each) => each === status);

/** A page of 15 of the person's tasks over all protocols, GET /protocols/tasks. */
export function taskListQuery({ page = defaultPaging.page, search, status, assignee, on }: TaskListFilter = {}) {
  const query = { limit: defaultPaging.limit, page, ...(search ? { search } : {}) };
  return queryOptions({
    queryKey: [
      'tasks',
      { ...query, ...(status ? { status } : {}), ...(assignee ? { assignee } : {}), ...(on ? { on } : {}) },
    ],
    queryFn: async ({ signal }) => {
      const offers = await lastOffers().catch(() => bareOffers);
      const narrowed = status && (isBasic(status) ? offers.ownTasks : offers.reading) ? { status } : {};
      const dated = on && offers.reading ? { date: on } : {};
      const owned = assignee && offers.search ? { assignee_id: assignee } : {};
      return api(calls.listTasks, { query: { ...query, ...narrowed, ...owned, ...dated }, signal });
    },
  });
}

const pageRows = 100;
const maxPages = 20;

/**
 * Reads all tasks page by page, up to a limit, for providers that cannot filter or sort them. A provider that ignores
 * `page` is read until a page brings nothing new.
 */
async function readAllTasks(signal: AbortSignal): Promise<{ tasks: Task[]; isWhole: boolean }> {
  const found = new Map<string, Task>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, meta } = await api(calls.listTasks, { query: { limit: pageRows, page }, signal });
    const before = found.size;
    for (const task of rows) found.set(task.id, task);
    if (!meta.has_next || found.size === before) return { tasks: [...found.values()], isWhole: true };
  }
  return { tasks: [...found.values()], isWhole: false };
}

/**
 * The tasks over all protocols in one page, for a provider with an order of its own; `has_next`: the list is
 * incomplete.
 */
export function allTasksQuery() {
  return queryOptions({
    queryKey: ['tasks', { all: true }],
    queryFn: async ({ signal }): Promise<Page<Task>> => {
      const { tasks, isWhole } = await readAllTasks(signal);
      return { rows: tasks, meta: { current_page: 1, per_page: tasks.length, has_next: !isWhole } };
    },
  });
}

/** The tasks of one protocol for a provider that does not embed them: all are read and filtered. */
export function protocolTasksQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['tasks', { protocolId }],
    queryFn: async ({ signal }) => {
      const { tasks } = await readAllTasks(signal);
      return tasks.filter((task) => task.protocol_id === protocolId);
    },
  });
}

/** Open tasks of earlier protocols to be reviewed in this one, GET /protocols/{id}/earlier-tasks. */
export function useEarlierTasksQuery(protocolId: string, enabled: boolean) {
  const { ownTasks = false } = useOffers();
  return useQuery({
    queryKey: ['tasks', { earlierThan: protocolId }],
    queryFn: ({ signal }) => api(calls.listEarlierTasks, { params: { id: protocolId }, signal }),
    enabled: ownTasks && enabled,
  });
}
