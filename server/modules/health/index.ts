// Health of the server and its capabilities.

export { createReadiness } from './readiness.ts';
export { registerHealth } from './routes.ts';
