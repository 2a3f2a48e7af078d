// Statistics.

export { applyToCounts, changesTaskCounts } from './optimistic.ts';
export { entityStatisticsQuery, meetingStatisticsQuery, taskStatisticsQuery } from './queries.ts';
export { uncountedWords } from './words.ts';
