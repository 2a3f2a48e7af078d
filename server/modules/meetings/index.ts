// Meetings and their files.

export { registerMeetings } from './routes.ts';
export { searchMeetings } from './search-repository.ts';
export { prolongSeries } from './series/prolong-series.ts';
