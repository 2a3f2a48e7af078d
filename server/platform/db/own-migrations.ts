import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

export type Migration = { name: string; hash: string; when: number; statements: string[] };

/** The database was brought up to date by a later version of the server: this one does not know what it would do there. */
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

/** Those that a database lacks whose last one is of this moment. Throws NewerSchema where it has one that is not known here. */
export function outstanding(last: number | undefined): Migration[] {
  const own = readMigrations();
  if (last !== undefined && last > Math.max(...own.map(({ when }) => when))) throw new NewerSchema();
  return own.filter(({ when }) => last === undefined || when > last);
}
