import { createContext, useMemo } from 'react';
import type { WaitingReport } from '#contract/report.ts';
import { useWaitingReports } from '#src/data/report/index.ts';

/** The reports that wait, by the id of their task. */
type WaitingReports = ReadonlyMap<string, readonly WaitingReport[]>;

export const ReportsContext = createContext<WaitingReports>(new Map());

/** The reports of a protocol that wait for an answer, asked for once for all of its tasks. */
export function useReportsOfProtocol(protocolId: string): WaitingReports {
  const { data } = useWaitingReports(protocolId);
  return useMemo(() => Map.groupBy(data?.rows ?? [], (report) => report.task.id), [data]);
}
