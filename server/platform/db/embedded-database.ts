import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { zstdDecompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem, durableParameters } from './durable-file-system.ts';
import { unpackTar } from './unpack-tar.ts';

/** Made by scripts/make-database-archive.ts: an empty database with every migration of its time. */
export const archiveFile = new URL('database-archive.tar.zst', import.meta.url);

const decompress = promisify(zstdDecompress);
// The cache is the operating system's: a small one of its own spares the process 130 MB.
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

/**
 * Opens the PostgreSQL that lives in this process, with its files in `folder`; a first start unpacks the archive, which
 * takes a second where making a new one takes five. The caller holds the lock on the data folder.
 */
export async function openEmbeddedDatabase(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await unpack(folder);
  return PGlite.create({ fs: new DurableFileSystem(folder), startParams: startParameters(true) });
}

/** A database in memory, from the archive: for tests. */
export async function openMemoryDatabase(): Promise<PGlite> {
  return PGlite.create({
    loadDataDir: new Blob([await readArchive()], { type: 'application/x-tar' }),
    startParams: startParameters(false),
  });
}

/**
 * Unpacks beside and renames, so that a start that was cut off leaves no half of a database; a folder that holds
 * anything is never replaced (ENOTEMPTY).
 */
async function unpack(folder: string): Promise<void> {
  const temporary = `${folder}.new`;
  await rm(temporary, { recursive: true, force: true });
  await unpackTar(await readArchive(), temporary);
  await rename(temporary, folder);
}

async function readArchive(): Promise<Buffer<ArrayBuffer>> {
  return decompress(await readFile(archiveFile)) as Promise<Buffer<ArrayBuffer>>;
}
