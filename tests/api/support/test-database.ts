import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openMemoryDatabase } from '#server/platform/db/embedded-database.ts';
import { openDatabase, overEmbedded } from '#server/platform/db/open-database.ts';
import { byLevel } from '#tests/support/level.ts';
import { measured } from '#tests/support/measured.ts';
import { query, templateDatabase } from './postgres-setup.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** For `describe.each` of what is asked of both at every level: backups, idempotency, search. */
export const bothDatabases: readonly DatabaseKind[] = ['pglite', 'postgres'];

/** For `describe.each` elsewhere, both at the long level: a copy of PostgreSQL's template costs 0.1 s, an embedded database two. */
export const databaseKinds: readonly DatabaseKind[] = byLevel(['postgres'], bothDatabases);

/** Opens a new, migrated database: in memory, or in this run's PostgreSQL, where closing it drops it. */
export function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return measured('базы', () => openDatabaseOf(kind));
}

async function openDatabaseOf(kind: DatabaseKind): Promise<Database> {
  if (kind === 'pglite') return overEmbedded(await openMemoryDatabase());
  const url = await createPostgresDatabase();
  const name = url.slice(url.lastIndexOf('/') + 1);
  const database = await openDatabase({ url: inject('postgresSocketUrl').replace(/postgres$/, name), folder: '' });
  return {
    ...database,
    close: async () => {
      await database.close();
      await dropPostgresDatabase(url);
    },
  };
}

/** Creates a migrated PostgreSQL database and resolves with its address: for tests that start a server process. */
export async function createPostgresDatabase(): Promise<string> {
  const admin = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(admin, `create database ${name} template ${templateDatabase}`);
  return admin.replace(/postgres$/, name);
}

/** Drops the database together with its open connections. */
export async function dropPostgresDatabase(url: string): Promise<void> {
  await query(inject('postgresUrl'), `drop database if exists ${url.slice(url.lastIndexOf('/') + 1)} with (force)`);
}
