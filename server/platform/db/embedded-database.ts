import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { databaseArchive } from './database-archive.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { startParameters } from './start-parameters.ts';
import { writeArchive } from './write-archive.ts';

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
    loadDataDir: new Blob([await databaseArchive()], { type: 'application/x-tar' }),
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
  await writeArchive(await databaseArchive(), temporary);
  await rename(temporary, folder);
}
