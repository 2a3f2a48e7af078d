// Moves everything that one secretary owns to another.

export { registerHandover } from './routes.ts';
