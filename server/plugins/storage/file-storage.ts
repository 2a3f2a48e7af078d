import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { checkKey, type Storage } from './storage.ts';

/** Files in a local folder. What is written is moved to its key only when whole, and is on the disk by then. */
export async function openFileStorage(root: string): Promise<Storage> {
  await mkdir(root, { recursive: true });
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const pathOf = (key: string) => join(root, checkKey(key));

  async function settle(from: string, to: string): Promise<void> {
    await mkdir(dirname(to), { recursive: true });
    await flush(from);
    await rename(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      return copyAcross(from, to);
    });
    await flush(dirname(to));
  }

  return {
    async put(key, contents) {
      const aside = `incoming/${randomUUID()}`;
      await disk.put(aside, contents);
      await settle(join(root, aside), pathOf(key));
    },
    async adopt(path, key) {
      await settle(path, pathOf(key)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || !(await disk.exists(checkKey(key)))) throw error;
      });
    },
    async read(key, range) {
      const file = await open(pathOf(key));
      return file.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(missing))?.size;
    },
    remove: (key) => disk.delete(checkKey(key)),
    removeAll: (prefix) => disk.deleteAll(checkKey(prefix)),
    withLocalFile: (key, _workDir, use) => use(pathOf(key)),
  };
}

/** A move to another file system: copied under a name aside, so that the key never holds half a file. */
async function copyAcross(from: string, to: string): Promise<void> {
  const aside = `${to}.${randomUUID()}.tmp`;
  await copyFile(from, aside);
  await flush(aside);
  await rename(aside, to);
  await unlink(from);
}

/** Waits until a file's bytes, or a folder's entries, are on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
