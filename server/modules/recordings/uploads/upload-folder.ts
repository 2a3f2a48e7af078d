import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { flush } from '#server/platform/storage/index.ts';

const copyBytes = 4 * 1024 * 1024;

/**
 * Folder with the files of uploads in progress. On the only server: `{id}.part`, a sparse file with every chunk at its
 * position; `{id}.last`, the last chunk of a client whose chunk size is not known yet. On one of several servers:
 * `{id}.{index}.chunk`, a chunk on its way to the storage. `{random}.temporary`: a chunk whose position is not known
 * yet.
 */
export class UploadFolder {
  readonly #folder: string;
  /** Uploads whose part file is flushed into the folder, so that it survives a power failure. */
  readonly #entered = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(dataDir: string): Promise<UploadFolder> {
    const folder = join(dataDir, 'uploads');
    await mkdir(folder, { recursive: true });
    await flush(dataDir);
    return new UploadFolder(folder);
  }

  part(id: string): string {
    return join(this.#folder, `${id}.part`);
  }

  last(id: string): string {
    return join(this.#folder, `${id}.last`);
  }

  chunk(id: string, index: number): string {
    return join(this.#folder, `${id}.${index}.chunk`);
  }

  temporary(): string {
    return join(this.#folder, `${randomUUID()}.temporary`);
  }

  /** Opens the part file for writing, creating it if necessary; data synced in it then survives a power failure. */
  async openPart(id: string): Promise<FileHandle> {
    const file = await open(this.part(id), constants.O_RDWR | constants.O_CREAT);
    if (this.#entered.has(id)) return file;
    try {
      await flush(this.#folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#entered.add(id);
    return file;
  }

  async hasPart(id: string): Promise<boolean> {
    return exists(this.part(id));
  }

  async hasLast(id: string): Promise<boolean> {
    return exists(this.last(id));
  }

  /** Returns whether any file of the upload exists. */
  async hasAny(id: string): Promise<boolean> {
    return (await this.hasPart(id)) || (await this.hasLast(id));
  }

  /** Returns the uploads with a part file or a last chunk. */
  async listParts(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return [
      ...new Set(names.filter((name) => /\.(part|last)$/.test(name)).map((name) => name.replace(/\.[^.]*$/, ''))),
    ];
  }

  async remove(id: string): Promise<void> {
    this.forget(id);
    await Promise.all([rm(this.part(id), { force: true }), rm(this.last(id), { force: true })]);
  }

  /** Removes all files of the upload. */
  async removeAll(id: string): Promise<void> {
    this.forget(id);
    const own = (await readdir(this.#folder)).filter((name) => name.startsWith(`${id}.`));
    await Promise.all(own.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  /** Forgets that the part file is flushed: after its removal a file of the same name is a new one. */
  forget(id: string): void {
    this.#entered.delete(id);
  }

  /** Keeps a temporary chunk as the last one of the upload, until its position is known. */
  async keepLast(temporary: string, id: string): Promise<void> {
    await flush(temporary);
    await rename(temporary, this.last(id));
    await flush(this.#folder);
  }

  /** Writes the kept last chunk to its position. May be repeated. */
  async placeLast(id: string, position: number): Promise<void> {
    if (!(await exists(this.last(id)))) return;
    await this.place(this.last(id), id, position);
    await rm(this.last(id));
  }

  /** Copies a temporary chunk to its position in the part file, and resolves once it is on the disk. */
  async place(temporary: string, id: string, position: number): Promise<void> {
    const from = await open(temporary, 'r');
    const to = await this.openPart(id);
    try {
      const buffer = Buffer.allocUnsafe(copyBytes);
      for (let at = 0; ; ) {
        const { bytesRead } = await from.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) break;
        await writeAll(to, buffer.subarray(0, bytesRead), position + at);
        at += bytesRead;
      }
      await to.datasync();
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
  }

  /** Returns the bytes free for uploads, and the size of the disk. */
  async space(): Promise<{ free: number; size: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    return { free: bavail * bsize, size: blocks * bsize };
  }

  /** Returns every file with its upload and its age in milliseconds. */
  async list(now: Date): Promise<{ path: string; uploadId: string; ageMs: number }[]> {
    const names = await readdir(this.#folder);
    const files = names.map(async (name) => {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => undefined);
      const uploadId = name.replace(/\..*$/, '');
      return info && { path, uploadId, ageMs: now.getTime() - info.mtimeMs };
    });
    return (await Promise.all(files)).filter((file) => file !== undefined);
  }
}

export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw Object.assign(new Error('No space left on the disk'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
