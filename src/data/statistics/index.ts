// Statistics.

export { applyToCounts, changesTaskCounts } from './optimistic.ts';
export { entityStatisticsQuery, meetingStatisticsQuery, taskStatisticsQuery } from './queries.ts';
