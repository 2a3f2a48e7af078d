import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { type Config, StartError } from '#server/config/read-config.ts';
import { countOwnMigrations, lockDataFolder, openDatabase } from '#server/platform/db/index.ts';
import { openPlace, openStorage, type Storage } from '#server/platform/storage/index.ts';
import { copyFile, Damaged, saveTo } from './copy-files.ts';
import { listBackups, type Manifest, places, readManifest } from './manifest.ts';
import { restorePostgres } from './postgres-tools.ts';
import { hasTables, raiseVersions, removeUnsentNotices } from './restored-repository.ts';
import { endRestore, markRestore } from './unfinished-restore.ts';

export type Restoring = {
  /** A folder, or `s3://…`. */
  from: string;
  /** The name of one backup; undefined: the newest. */
  at?: string | undefined;
  /** The copy will run beside the original, so it must not send anything that is still waiting. */
  isCopy: boolean;
};

/**
 * Fills a fresh installation from a backup. Every file is compared with its digest, and the database comes last: an
 * interrupted restore does not start as if it were complete.
 */
export async function restoreBackup(
  config: Config,
  { from, at, isCopy }: Restoring,
  finish = finishRestored,
): Promise<Manifest> {
  const source = await openPlace(from, { answerMs: config.storageMs });
  const name = await choose(source, from, at);
  const manifest = await readManifest(source, name);
  await assertFits(manifest, config);
  const release = await lockDataFolder(config.dataDir);
  try {
    const storage = await openStorage({ dataDir: config.dataDir, url: config.storageUrl, answerMs: config.storageMs });
    await assertEmpty(config, storage);
    await markRestore(config.dataDir);
    await restore({ config, source, name, manifest, storage });
    await finish(config, isCopy);
    await endRestore(config.dataDir);
    return manifest;
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause;
    throw new StartError(`Копия повреждена: файл ${cause.message} не тот, что был скопирован. Возьмите другую копию.`, {
      cause,
    });
  } finally {
    await release();
  }
}

async function choose(source: Storage, from: string, at: string | undefined): Promise<string> {
  const names = await listBackups(source);
  const name = at === undefined ? names[0] : names.find((each) => each === at);
  if (name !== undefined) return name;
  const there = names.length > 0 ? `. Есть: ${names.slice(0, 10).join(', ')}` : '';
  throw new StartError(at === undefined ? `В ${from} нет копий.` : `В ${from} нет копии ${at}${there}.`);
}

async function assertFits({ database, version }: Manifest, { databaseUrl }: Config): Promise<void> {
  if (database.migrations > (await countOwnMigrations())) {
    throw new StartError(`Копия сделана более новой версией (${version}): обновите «Протокол» и повторите.`);
  }
  if (database.kind === 'pglite' && databaseUrl !== undefined) {
    throw new StartError('Копия сделана со встроенной базы данных: уберите DATABASE_URL и повторите.');
  }
  if (database.kind === 'postgres' && databaseUrl === undefined) {
    throw new StartError('Копия сделана с PostgreSQL: задайте DATABASE_URL с пустой базой и повторите.');
  }
}

async function assertEmpty({ dataDir, databaseUrl }: Config, storage: Storage): Promise<void> {
  const advice = 'Восстанавливайте на пустое место: прежние данные команда не трогает.';
  const isUsed = databaseUrl === undefined ? existsSync(join(dataDir, 'db')) : await hasTables(databaseUrl);
  if (isUsed) throw new StartError(`База данных там уже есть. ${advice}`);
  for await (const { key } of storage.list()) throw new StartError(`В хранилище уже есть файлы (${key}). ${advice}`);
}

type Deps = { config: Config; source: Storage; name: string; manifest: Manifest; storage: Storage };

async function restore({ config, source, name, manifest, storage }: Deps): Promise<void> {
  const { dataDir } = config;
  const workDir = join(dataDir, 'restore-work');
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const copied = { from: source, to: storage };
  for (const file of manifest.files)
    await copyFile({ ...copied, key: places.kept(file), as: file.key, sha256: file.sha256 }, workDir);
  const data = await openPlace(dataDir);
  for (const { key, sha256 } of manifest.local)
    await copyFile({ from: source, to: data, key: places.local(name, key), as: key, sha256 }, workDir);
  if (manifest.has_secret) {
    await writeFile(join(dataDir, 'secret'), await buffer(await source.read(places.secret(name))), { mode: 0o600 });
  }
  const file = join(workDir, 'database');
  if ((await saveTo(file, source, places.database(name))) !== manifest.database.sha256) throw new Damaged('database');
  if (config.databaseUrl === undefined) await unpackEmbedded(file, workDir, dataDir);
  else await restorePostgres(config.databaseUrl, file);
  await rm(workDir, { recursive: true, force: true });
}

async function unpackEmbedded(file: string, workDir: string, dataDir: string): Promise<void> {
  const folder = join(workDir, 'db');
  await pipeline(createReadStream(file), createGunzip(), unpackTar(folder, { dmode: 0o700, fmode: 0o600 }));
  if (!(await readdir(folder)).includes('PG_VERSION')) throw new Damaged('database');
  await rename(folder, join(dataDir, 'db'));
}

/** What a restored database needs before a server may start on it. */
async function finishRestored({ databaseUrl, dataDir }: Config, isCopy: boolean): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, folder: join(dataDir, 'db') });
  try {
    await database.db.transaction(async (tx) => {
      await raiseVersions(tx);
      if (isCopy) await removeUnsentNotices(tx);
    });
  } finally {
    await database.close();
  }
}
