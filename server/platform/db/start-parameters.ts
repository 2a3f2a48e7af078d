import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { durableParameters } from './durable-file-system.ts';

// The operating system caches the files: small shared buffers save the process 130 MB.
const settings = { shared_buffers: '16MB', max_wal_size: '128MB', min_wal_size: '32MB', timezone: 'UTC' };

// V8's optimizing compiler would take 500 MB, and a core, for some seconds to make queries a fifth faster.
const frugal = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
for (const flag of frugal) setFlagsFromString(flag);

/** What PGlite starts with; `durable` makes a commit wait for the disk. */
export function startParameters(durable: boolean): string[] {
  const own = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const base = durable ? durableParameters(PGlite.defaultStartParams) : PGlite.defaultStartParams;
  return [...base, ...own];
}
