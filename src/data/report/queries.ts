import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api, useOptimisticPage } from '#src/sync/index.ts';
import { reportCollection } from './collection.ts';

const limit = 100;

/** The reports that wait for the secretary, oldest first, GET /protocols/task-reports. */
function waitingReportsQuery(protocolId?: string) {
  return queryOptions({
    queryKey: ['task-reports', protocolId ? { protocolId } : {}],
    queryFn: ({ signal }) =>
      api(calls.listWaitingReports, { query: { limit, page: 1, protocol_id: protocolId }, signal }),
  });
}

/** The same, of all protocols or of one, with queued answers applied; no data if the server has no reports. */
export function useWaitingReports(protocolId?: string) {
  const { participation: enabled = false } = useOffers();
  return useOptimisticPage(reportCollection, { ...waitingReportsQuery(protocolId), enabled });
}

/** All reports on a task, newest first, GET /protocols/tasks/{taskId}/reports. */
export function useReportHistory(taskId: string) {
  return useQuery({
    queryKey: ['report-history', taskId],
    queryFn: ({ signal }) => api(calls.listTaskReports, { params: { taskId }, signal }),
  });
}
