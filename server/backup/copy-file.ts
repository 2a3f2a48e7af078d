import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '#server/platform/storage/index.ts';

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
export type Copying = { from: Pick<Storage, 'read'>; key: string; to: Storage; as: string; sha256?: string };

/** The copy is not what it was when the backup was made. */
export class Damaged extends Error {}

/** Copies a file by way of `workDir`; it appears in the other storage only when whole. @returns its SHA-256 */
export async function copyFile({ from, key, to, as, sha256 }: Copying, workDir: string): Promise<string> {
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
