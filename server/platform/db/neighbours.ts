import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Where a server keeps files: a folder of its own, or a storage that it may share. */
type FilesPlace = 'folder' | 'storage';

/**
 * Returns the name of this server's connections in PostgreSQL; other servers read from it where this one keeps files.
 */
export function connectionName(files: FilesPlace, dataDir: string): string {
  const own = createHash('sha256').update(`${hostname()} ${dataDir}`).digest('hex').slice(0, 12);
  return `protokol ${files} ${own}`;
}

/** The addresses of other servers on this database, and where they keep files. */
export async function findNeighbours(db: Db, ownName: string): Promise<{ files: FilesPlace; address: string }[]> {
  const asked = sql`
    select distinct application_name as name, coalesce(host(client_addr), 'этот компьютер') as address
    from pg_stat_activity
    where datname = current_database() and application_name like 'protokol %' and application_name <> ${ownName}`;
  const { rows } = (await db.execute(asked)) as unknown as { rows: { name: string; address: string }[] };
  return rows.map(({ name, address }) => ({
    files: name.startsWith('protokol folder') ? 'folder' : 'storage',
    address,
  }));
}
