// Work in a thread of its own.

export { runInThread } from './run-in-thread.ts';
