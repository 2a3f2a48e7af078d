import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/index.ts';
import { isUnplayable } from './repository.ts';

/** Nobody has tried again for so long what failed or was cancelled. */
const leftMs = 7 * 24 * 3600 * 1000;

const foldersOf = (dataDir: string) => join(dataDir, 'sections');

/** Where this server keeps what it has made of a recording that is not whole yet: no other server sees it. */
export function sectionFolder(dataDir: string, uploadId: string): string {
  return join(foldersOf(dataDir), uploadId);
}

/** Removes what nobody goes on with: of recordings that are made, deleted or replaced, and of those that were left. */
export async function sweepSections({ database, dataDir }: { database: Database; dataDir: string }): Promise<void> {
  const names = await readdir(foldersOf(dataDir)).catch(missing);
  for (const name of names ?? []) {
    const folder = sectionFolder(dataDir, name);
    const changed = (await stat(folder).catch(missing))?.mtimeMs ?? 0;
    const isLeft = changed < Date.now() - leftMs;
    if (isLeft || !(await isUnplayable(database.db, name))) await rm(folder, { recursive: true, force: true });
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
