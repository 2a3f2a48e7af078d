// The event stream.

export { registerEvents } from './routes.ts';
