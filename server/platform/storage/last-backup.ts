import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const lastBackup = z.object({ at: z.string(), place: z.string() });

/** The last backup made on this machine: its time in ISO 8601, and its path or its address without keys. */
export type LastBackup = z.output<typeof lastBackup>;

const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json');

export async function noteBackup(dataDir: string, note: LastBackup): Promise<void> {
  const temporary = `${fileOf(dataDir)}.part`;
  await writeFile(temporary, JSON.stringify(note), { mode: 0o600 });
  await rename(temporary, fileOf(dataDir));
}

/** Returns the last backup; undefined if none was made or the record cannot be read. */
export async function findLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
