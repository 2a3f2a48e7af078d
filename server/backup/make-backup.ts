import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { type Config, StartError } from '#server/config/read-config.ts';
import { countOwnMigrations, FolderTaken, lockDataFolder, lockName } from '#server/platform/db/index.ts';
import {
  backupFolder,
  type Hold,
  holdRemovals,
  noteBackup,
  openPlace,
  openStorage,
  type Storage,
} from '#server/platform/storage/index.ts';
import { version } from '#server/version.ts';
import { type Again, againAfter, copyFile, copyStored, type Done, usualPauses } from './copy-files.ts';
import {
  backupName,
  isBackupKey,
  type KeptFile,
  listBackups,
  type Manifest,
  places,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { dumpPostgres } from './postgres-tools.ts';
import { askForSnapshot } from './snapshot-socket.ts';

/** Maximum number of copies of the database, which is copied again if a file that it names was removed meanwhile. */
const maxTries = 5;
const dayMs = 24 * 3_600_000;

export type Backup = { name: string; manifest: Manifest; copiedFiles: number };

/**
 * Copies database, files and secret to a place, whether or not a server is running. Uploads in progress are copied first,
 * since an upload that ends moves into the storage; then the database; then the stored files, of which the server removes
 * none meanwhile.
 * @param to a folder, or `s3://…`
 */
export async function makeBackup(config: Config, to: string, now: Date, pauses = usualPauses): Promise<Backup> {
  if (!existsSync(config.dataDir)) throw new StartError(`Папки данных ${config.dataDir} нет: копировать нечего.`);
  rejectInside(config, to);
  const workDir = backupFolder(config.dataDir);
  const hold = await holdRemovals(config).catch((cause: unknown) => {
    if (!(cause instanceof FolderTaken)) throw cause;
    throw new StartError(`Копия уже делается${cause.who}.`, { cause });
  });
  try {
    return await backUp(config, to, hold, now, againAfter(pauses));
  } finally {
    await emptyWork(workDir).finally(hold.release);
  }
}

/** Removes what a backup leaves, as long as its folder is locked; a removed lock would keep nobody out. */
async function emptyWork(workDir: string): Promise<void> {
  for (const name of await readdir(workDir))
    if (name !== lockName) await rm(join(workDir, name), { recursive: true, force: true });
}

async function backUp(config: Config, place: string, hold: Hold, now: Date, again: Again): Promise<Backup> {
  const workDir = backupFolder(config.dataDir);
  const to = await openPlace(place, { answerMs: config.storageMs });
  const name = backupName(now);
  const newest = (await again(() => listBackups(to)))[0];
  const known = newest === undefined ? undefined : await again(() => readManifest(to, newest));
  // Left by a backup that was killed; where they cannot be listed, they are none of this one's concern.
  await to.shared?.removeUnfinished(undefined, new Date(now.getTime() - dayMs), isBackupKey).catch(() => undefined);
  const sources = {
    storage: await openStorage({ dataDir: config.dataDir, url: config.storageUrl, answerMs: config.storageMs }),
    ...{ known, to, name, workDir, again },
    done: { begunAt: now, places: new Set<string>(), files: new Map() } satisfies Done,
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const uploads = await copyLocal('uploads', config.dataDir, sources);
      const chunks = await copyStored(sources);
      const database = await copyDatabase(config, workDir);
      const files = await copyStored(sources, chunks);
      const local = [...uploads, ...(await copyLocal('mail', config.dataDir, sources))];
      const secret = await readSecret(config.dataDir);
      if (secret) await again(() => to.put(places.secret(name), secret));
      const sha256 = await digestOf(database);
      await again(() => to.adopt(database, places.database(name)));
      const kind = config.databaseUrl === undefined ? 'pglite' : 'postgres';
      const manifest: Manifest = {
        ...{ format: 2, made_at: now.toISOString(), version, has_secret: secret !== undefined, files, local },
        database: { kind, migrations: await countOwnMigrations(), sha256 },
      };
      if (!(await hold.isStill()))
        throw new StartError('Связь с базой данных прервалась, пока делалась копия. Повторите.');
      await again(() => writeManifest(to, name, manifest));
      await noteBackup(config.dataDir, { at: manifest.made_at, place: shown(place) });
      return { name, manifest, copiedFiles: sources.done.places.size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === maxTries) throw error;
    }
  }
}

/** Copies the database as it is at one moment. @returns the path of one file */
async function copyDatabase({ databaseUrl, dataDir }: Config, workDir: string): Promise<string> {
  const file = join(workDir, 'database');
  if (databaseUrl !== undefined) {
    await dumpPostgres(databaseUrl, file);
    return file;
  }
  const folder = join(workDir, 'db');
  await rm(folder, { recursive: true, force: true });
  await copyEmbedded(dataDir, folder);
  await pipeline(packTar(folder), createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }));
  await rm(folder, { recursive: true, force: true });
  return file;
}

/** Asks the server that has the database open; without one, the folder is locked while it is copied. */
async function copyEmbedded(dataDir: string, folder: string): Promise<void> {
  const release = await lockDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderTaken) return undefined;
    throw error;
  });
  if (!release) return askForSnapshot(dataDir, folder);
  try {
    if (!existsSync(join(dataDir, 'db')))
      throw new StartError(`В папке ${dataDir} нет базы данных: копировать нечего.`);
    await cp(join(dataDir, 'db'), folder, { recursive: true });
  } finally {
    await release();
  }
}

type Target = { to: Storage; name: string; workDir: string; again: Again };

/** Copies a folder of the data folder. What leaves it meanwhile is in the storage, or was given up. */
async function copyLocal(folder: string, dataDir: string, { to, name, workDir, again }: Target): Promise<KeptFile[]> {
  const data = await openPlace(dataDir);
  const local: KeptFile[] = [];
  for await (const { key } of data.list(folder)) {
    const as = places.local(name, key);
    const sha256 = await again(() => copyFile({ from: data, key, to, as }, workDir)).catch(ifMissing);
    if (sha256 !== undefined) local.push({ key, bytes: (await again(() => to.size(as))) ?? 0, sha256 });
  }
  return local;
}

async function readSecret(dataDir: string): Promise<Buffer | undefined> {
  return readFile(join(dataDir, 'secret')).catch(ifMissing);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns an address without its keys, or the absolute path of a folder. */
function shown(place: string): string {
  return place.startsWith('s3:') ? `s3://${new URL(place).hostname}${new URL(place).pathname}` : resolve(place);
}

/** Throws a StartError for a place of backups that a backup would copy: each would hold all of those before it. */
function rejectInside({ dataDir, storageUrl }: Config, place: string): void {
  const copied = ['uploads', 'mail'].map((folder) => join(dataDir, folder));
  const files = addressOf(storageUrl ?? join(dataDir, 'files'));
  const to = addressOf(place);
  const written = addressOf(place, places.files);
  const isInside = [files, ...copied.map((folder) => addressOf(folder))].some((each) => to.startsWith(each));
  if (!isInside && !files.startsWith(written)) return;
  throw new StartError(
    'Копии нельзя складывать туда, где «Протокол» хранит файлы: в каждую новую копию попали бы все прежние. Назовите другую корзину или папку вне хранилища.',
  );
}

/** Where a folder or an object storage is, in one form, with a separator at the end. */
function addressOf(place: string, below = ''): string {
  if (!place.startsWith('s3:')) return join(real(resolve(place)), below, sep);
  const { hostname, pathname, searchParams } = new URL(place);
  const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '') ?? '';
  const path = [pathname, below].map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean);
  return `${[`s3:${endpoint}`, hostname, ...path].join('/')}/`;
}

/** By the links of the part of it that is there. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
}
