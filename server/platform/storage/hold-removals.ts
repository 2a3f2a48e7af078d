import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Db, isFolderTaken, lockDataFolder } from '#server/platform/db/index.ts';

const removalLock = 7_201_926_126;
const answerMs = 30_000;

/** In the data folder: where a backup does its work, locked as long as it runs. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backup-work');

/** `isStill`: whether no file can have been removed since; a lock in PostgreSQL ends with its connection. */
export type Hold = { isStill(): Promise<boolean>; release(): Promise<void> };
type Place = { dataDir: string; databaseUrl: string | undefined };

/**
 * Has no server of this installation remove files from the storage: a copy of the database still names those that a person
 * removes after it was made. Throws FolderTaken where another backup runs on this machine.
 */
export async function holdRemovals({ dataDir, databaseUrl }: Place): Promise<Hold> {
  const unlock = await lockDataFolder(backupFolder(dataDir));
  if (databaseUrl === undefined) return { isStill: async () => true, release: unlock };
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, query_timeout: answerMs });
  // Asked for at the end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [removalLock]);
  } catch (error) {
    await Promise.allSettled([client.end(), unlock()]);
    throw error;
  }
  return {
    isStill: () =>
      client.query('select 1').then(
        () => true,
        () => false,
      ),
    release: async () => void (await Promise.allSettled([client.end(), unlock()])),
  };
}

/** Whether a backup of this installation is being made, on this machine or, with PostgreSQL, on any. */
export async function areRemovalsHeld(db: Db, dataDir: string): Promise<boolean> {
  if (isFolderTaken(backupFolder(dataDir))) return true;
  const { rows } = (await db.execute(
    sql`select pg_try_advisory_xact_lock(${removalLock}::bigint) as free`,
  )) as unknown as { rows: { free: boolean }[] };
  return rows[0]?.free !== true;
}
