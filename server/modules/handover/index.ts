// What one secretary owns becomes another's.

export { registerHandover } from './routes.ts';
