import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { heldMeetingsQuery } from '#src/data/meeting/index.ts';
import { startOfDay } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';
import type { ReadingPlace } from './address.ts';

/** A page of 15 of the tasks of a manager's secretaries, GET /protocols/tasks. */
export function readTasksQuery(place: ReadingPlace) {
  const query = { ...pageOf(place), ...taskFilterOf(place) };
  return queryOptions({
    queryKey: ['tasks', query],
    queryFn: ({ signal }) => api(calls.listTasks, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Assignees and bodies of the same tasks, GET /protocols/tasks/groups. */
export function taskGroupsQuery(place: ReadingPlace) {
  const query = taskFilterOf(place);
  return queryOptions({
    queryKey: ['task-groups', query],
    queryFn: ({ signal }) => api(calls.taskGroups, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of 15 of the protocols of a manager's secretaries, GET /protocols. */
export function readProtocolsQuery(place: ReadingPlace) {
  const { search, secretary, stage, body, least, most, undated } = place;
  const query = {
    ...pageOf(place),
    ...given({ search, secretary_id: secretary, stage, body_id: body }),
    ...given({ least_days: least, most_days: most, undated: undated ? 1 : undefined }),
    ...daysOf(place),
  };
  return queryOptions({
    queryKey: ['protocols', query],
    queryFn: ({ signal }) => api(calls.listProtocols, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of 15 of the meetings of a manager's secretaries, latest first, GET /meetings/held. */
export function readMeetingsQuery(place: ReadingPlace) {
  const { page, secretary, weekday, only, since, until } = place;
  return heldMeetingsQuery({ page, secretary, weekday, only, since, until });
}

function taskFilterOf(place: ReadingPlace) {
  const { search, status, secretary, assignee, body, on } = place;
  const filter = given({ search, status, secretary_id: secretary, assignee_id: assignee, body_id: body, date: on });
  return { ...filter, ...daysOf(place) };
}

const pageOf = ({ page }: ReadingPlace) => ({ limit: defaultPaging.limit, page });

/** Returns the days as instants in the person's own zone, as the statistics count them. */
function daysOf({ since, until }: ReadingPlace) {
  return given({
    start_date_at: since && startOfDay(since),
    end_date_at: until && startOfDay(until),
  });
}

/** Returns the query without undefined values. */
function given<T extends object>(query: T): T {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T;
}
