// Writes server/platform/db/database-archive.tar.zst: an empty, migrated database that a first start unpacks instead of making one.
// To be run after `drizzle-kit generate`; a test compares the archive with the migrations.
import { writeFile } from 'node:fs/promises';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { archiveFile, startParameters } from '#server/platform/db/embedded-database.ts';
import { overPglite } from '#server/platform/db/open-database.ts';

// Small, fresh segments: the log of how the database was made is not worth keeping.
const pglite = await PGlite.create({
  startParams: [...startParameters(false), '-c', 'wal_recycle=off'],
  initDbStartParams: ['--wal-segsize=4'],
});
const database = await overPglite(pglite);
await pglite.exec('vacuum (full, freeze, analyze)');
await pglite.exec('select pg_switch_wal()');
await pglite.exec('checkpoint');
const tar = await pglite.dumpDataDir('none');
// The window spans the three databases of a cluster, which are much the same.
const archive = zstdCompressSync(Buffer.from(await tar.arrayBuffer()), {
  params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 25 },
});
await writeFile(archiveFile, archive);
await database.close();
console.log(`server/platform/db/database-archive.tar.zst: ${(archive.length / 1e6).toFixed(1)} MB`);
