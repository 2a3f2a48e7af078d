// Reports on tasks, as the secretary receives them.

export { reportCollection } from './collection.ts';
export { type Decision, decideReport, reportMutations } from './mutations.ts';
export { useReportHistory, useWaitingReports } from './queries.ts';
