// One search over all that a person may read.

export { registerSearch } from './routes.ts';
