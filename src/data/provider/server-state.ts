import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { JobState, MailState } from '#contract/state/state.ts';
import { api } from '#src/sync/index.ts';

/** State of the server, GET /state: refetched each time it is opened. */
export function serverStateQuery() {
  return queryOptions({
    queryKey: ['state'],
    queryFn: ({ signal }) => api(calls.getState, { signal }),
    staleTime: 0,
  });
}

const { limit } = defaultPaging;

/** A page of the mails that a figure of the state counts, GET /state/mails. */
export function stateMailsQuery(state: MailState, page: number) {
  const query = { state, limit, page };
  return queryOptions({
    queryKey: ['state-mails', query],
    queryFn: ({ signal }) => api(calls.listStateMails, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A page of the jobs that a figure of the state counts, GET /state/jobs. */
export function stateJobsQuery(state: JobState, page: number) {
  const query = { state, limit, page };
  return queryOptions({
    queryKey: ['state-jobs', query],
    queryFn: ({ signal }) => api(calls.listStateJobs, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
