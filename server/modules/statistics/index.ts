// Figures.

export { registerStatistics } from './routes.ts';
