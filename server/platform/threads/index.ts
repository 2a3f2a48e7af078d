// Work in threads of its own.

export { type Asker, closeThreadPools, ThreadPool } from './thread-pool.ts';
