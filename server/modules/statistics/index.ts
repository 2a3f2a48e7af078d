// Statistics.

export { registerStatistics } from './routes.ts';
