import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const lastBackup = z.object({ at: z.string(), place: z.string() });

/** When a backup was made on this machine and where it lies; ISO 8601, a path or an address without keys. */
export type LastBackup = z.output<typeof lastBackup>;

const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json');

export async function noteBackup(dataDir: string, note: LastBackup): Promise<void> {
  const temporary = `${fileOf(dataDir)}.part`;
  await writeFile(temporary, JSON.stringify(note), { mode: 0o600 });
  await rename(temporary, fileOf(dataDir));
}

/** The last one; undefined where none was made, or nobody can say. */
export async function findLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
