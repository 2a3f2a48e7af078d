import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from './database.ts';
import { migrationsFolder } from './own-migrations.ts';
import { migrateEmbedded } from './run-migrations.ts';
import { startParameters } from './start-parameters.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Returns an empty database with every migration, as a tar archive of its folder. The first call makes it, which takes
 * some seconds, and keeps it in `.cache` under a name derived from the migrations and the version of PGlite.
 */
export async function databaseArchive(): Promise<Bytes> {
  return cachedOr(join(root, '.cache', 'database-archive', `${await contentHash()}.tar`), makeArchive);
}

/**
 * Returns the content of a file; if it does not exist, calls `make` and stores the result there. Two concurrent calls
 * both make it, but the file is never partial; where it cannot be written, the content is made on each call.
 */
export async function cachedOr(file: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const made = await make();
  const temporary = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, made);
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
  return made;
}

async function contentHash(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(dependencies['@electric-sql/pglite']);
  for (const name of (await readdir(migrationsFolder)).filter((each) => each.endsWith('.sql')).sort())
    hash.update(`\0${name}\0`).update(await readFile(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function makeArchive(): Promise<Bytes> {
  // Small, fresh WAL segments: the log of creating the database is not worth keeping.
  const pglite = await PGlite.create({
    startParams: [...startParameters(false), '-c', 'wal_recycle=off'],
    initDbStartParams: ['--wal-segsize=4'],
  });
  await migrateEmbedded(drizzle(pglite) as unknown as Db);
  await pglite.exec('vacuum (full, freeze, analyze)');
  await pglite.exec('select pg_switch_wal()');
  await pglite.exec('checkpoint');
  const tar = await pglite.dumpDataDir('none');
  await pglite.close();
  return new Uint8Array(await tar.arrayBuffer());
}
