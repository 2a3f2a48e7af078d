import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isKey, type Storage, StorageAway, type StoredFile } from '#server/platform/storage/index.ts';
import { type KeptFile, type Manifest, places } from './manifest.ts';

/** Prefix of the storage for chunks of uploads in progress, which come and go. */
const chunksFolder = 'uploads';
/** The clock of the storage may be so far from ours. */
const clocksMs = 10 * 60_000;

/** Repeats the work on one file while a storage is away or a connection breaks: a backup may have taken hours by then. */
export type Again = <T>(work: () => Promise<T>) => Promise<T>;

/** Pauses before each repetition, in milliseconds. */
export const usualPauses: readonly number[] = [1_000, 5_000, 15_000, 30_000];

export function againAfter(pauses: readonly number[]): Again {
  return async (work) => {
    for (const ms of pauses) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(ms);
      }
    }
    return work();
  };
}

/** A storage that does not answer, or an answer that broke off; not a missing file, nor a full disk. */
function isPassing(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const broken = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'];
  return error instanceof StorageAway || broken.includes(String(code)) || name === 'TimeoutError';
}

type Copying = {
  storage: Storage;
  to: Storage;
  again: Again;
  /** The newest backup of the place. */
  known: Manifest | undefined;
  workDir: string;
  done: Done;
};

/** What this backup has copied so far. It stays when a file is gone meanwhile, and all is listed anew. */
export type Done = {
  begunAt: Date;
  /** Where copies were put. */
  places: Set<string>;
  /** By key, with the time of the copied content. */
  files: Map<string, { file: KeptFile; changedAt: Date | undefined }>;
};

async function listed(storage: Storage, folder: string | undefined): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of storage.list(folder)) files.push(file);
  return files;
}

/**
 * Copies the files of the storage that the place does not have from an earlier backup: chunks of uploads under way alone, or
 * all but the chunks that were copied `before`. @returns the copies of all of them
 */
export async function copyStored(
  { storage, known, to, workDir, again, done }: Copying,
  before?: readonly KeptFile[],
): Promise<KeptFile[]> {
  const earlier = new Map(known?.files.map((file) => [file.key, file]));
  const settledBefore = new Date(Date.parse(known?.made_at ?? '') - clocksMs);
  const files = [...(before ?? [])];
  const copiedBefore = new Set(files.map(({ key }) => key));
  const settledSince = new Date(done.begunAt.getTime() - clocksMs);

  const isThere = async (file: KeptFile) => (await to.size(places.kept(file))) === file.bytes;
  async function find({ key, bytes, changedAt }: StoredFile): Promise<KeptFile | undefined> {
    const own = done.files.get(key);
    const isSame = own?.file.bytes === bytes && changedAt?.getTime() === own.changedAt?.getTime();
    if (own && isSame && changedAt && changedAt < settledSince) return own.file;
    const file = earlier.get(key);
    const isSettled = file?.bytes === bytes && changedAt !== undefined && changedAt < settledBefore;
    return isSettled && (await isThere(file)) ? file : undefined;
  }
  /** Reads a file, and copies it unless the destination has the same content. */
  async function copy(key: string): Promise<KeptFile> {
    const path = join(workDir, 'copied');
    try {
      const sha256 = await saveTo(path, storage, key);
      const { size: bytes } = await stat(path);
      const before = earlier.get(key);
      if (before?.sha256 === sha256 && (await isThere(before))) return before;
      const file = { key, bytes, sha256, at: places.file(key, sha256) };
      if (!(await isThere(file))) {
        await to.adopt(path, file.at);
        done.places.add(file.at);
      }
      return file;
    } finally {
      await rm(path, { force: true });
    }
  }

  for (const stored of await again(() => listed(storage, before ? undefined : chunksFolder))) {
    if (copiedBefore.has(stored.key) || !isKey(stored.key)) continue;
    const file = await again(async () => (await find(stored)) ?? (await copy(stored.key).catch(passing(stored.key))));
    if (!file) continue;
    files.push(file);
    done.files.set(stored.key, { file, changedAt: stored.changedAt });
  }
  return files;
}

/**
 * Ignores a chunk that is gone because its upload was completed meanwhile: after a restore, that upload is asked for
 * again.
 */
function passing(key: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== 'ENOENT' || !key.startsWith(`${chunksFolder}/`)) throw error;
  };
}

/** Returns a stream that hashes what passes through it. */
function through(hash: Hash): Transform {
  return new Transform({
    transform(piece, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
}

/**
 * Writes a file from a storage to a path. Rejects with the error code `ENOENT` if there is none. @returns its SHA-256
 */
export async function saveTo(path: string, source: Pick<Storage, 'read'>, key: string): Promise<string> {
  const hash = createHash('sha256');
  const contents = await source.read(key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(contents, through(hash), createWriteStream(path, { mode: 0o600 }));
  return hash.digest('hex');
}

/** A file to copy from one storage to another. `sha256` is the expected digest, if it is known. */
type FileCopy = { from: Pick<Storage, 'read'>; key: string; to: Storage; as: string; sha256?: string };

/** The copy is not what it was when the backup was made. */
export class Damaged extends Error {}

/** Copies a file by way of `workDir`; it appears in the other storage only when whole. @returns its SHA-256 */
export async function copyFile({ from, key, to, as, sha256 }: FileCopy, workDir: string): Promise<string> {
  const path = join(workDir, 'copied');
  try {
    const found = await saveTo(path, from, key);
    if (sha256 !== undefined && sha256 !== found) throw new Damaged(key);
    await to.adopt(path, as);
    return found;
  } finally {
    await rm(path, { force: true });
  }
}
