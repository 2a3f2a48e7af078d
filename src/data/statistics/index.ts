// Figures.

export { changesTaskCounts, layEntityCounts } from './optimistic.ts';
export { entityStatisticsQuery, meetingStatisticsQuery, taskStatisticsQuery } from './queries.ts';
