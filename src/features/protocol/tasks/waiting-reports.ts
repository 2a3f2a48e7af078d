import { createContext, useMemo } from 'react';
import type { WaitingReport } from '#contract/tasks/report.ts';
import { useWaitingReports } from '#src/data/report/index.ts';

/** Reports that wait for an answer, by the id of their task. */
type WaitingReports = ReadonlyMap<string, readonly WaitingReport[]>;

export const ReportsContext = createContext<WaitingReports>(new Map());

/** Returns the reports of a protocol that wait for an answer; one request for all its tasks. */
export function useReportsOfProtocol(protocolId: string): WaitingReports {
  const { data } = useWaitingReports(protocolId);
  return useMemo(() => Map.groupBy(data?.rows ?? [], (report) => report.task.id), [data]);
}
