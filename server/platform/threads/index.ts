// Work in threads of its own.

export { closeThreadPools, ThreadPool } from './thread-pool.ts';
