import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/index.ts';
import { isUnplayable } from './repository.ts';

/** Time after which the sections of a failed or cancelled recording are deleted. */
const leftMs = 7 * 24 * 3600 * 1000;

const foldersOf = (dataDir: string) => join(dataDir, 'sections');

/** Returns the folder with unfinished results of a recording; no other server sees it. */
export function sectionFolder(dataDir: string, uploadId: string): string {
  return join(foldersOf(dataDir), uploadId);
}

/** Deletes the sections of recordings that are finished, deleted or replaced, and of those left unfinished for long. */
export async function sweepSections({ database, dataDir }: { database: Database; dataDir: string }): Promise<void> {
  const names = await readdir(foldersOf(dataDir)).catch(ifMissing);
  for (const name of names ?? []) {
    const folder = sectionFolder(dataDir, name);
    const changed = (await stat(folder).catch(ifMissing))?.mtimeMs ?? 0;
    const isLeft = changed < Date.now() - leftMs;
    if (isLeft || !(await isUnplayable(database.db, name))) await rm(folder, { recursive: true, force: true });
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
