import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

export type Migration = { name: string; hash: string; when: number; statements: string[] };

/** Thrown when a later version of the server has migrated the database: this version does not know the new schema. */
export class NewerSchema extends Error {
  constructor() {
    super(
      'База данных обновлена более новой версией сервера, чем эта. Запустите ту версию или более новую; чтобы вернуться к прежней, восстановите копию, снятую до обновления.',
    );
  }
}

/** The migrations of this version, in their order. */
export function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, at) => ({
    name: journal.entries[at]?.tag ?? '',
    hash,
    when: folderMillis,
    statements: sql,
  }));
}

/**
 * Returns the migrations after `last`, the time of the database's newest one. Throws NewerSchema if that is unknown
 * here.
 */
export function outstanding(last: number | undefined): Migration[] {
  const own = readMigrations();
  if (last !== undefined && last > Math.max(...own.map(({ when }) => when))) throw new NewerSchema();
  return own.filter(({ when }) => last === undefined || when > last);
}
