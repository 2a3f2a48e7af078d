// What the server can do.

export { registerHealth } from './routes.ts';
