// What the server can do.

export { createReadiness } from './readiness.ts';
export { registerHealth } from './routes.ts';
