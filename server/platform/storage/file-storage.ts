import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { checkKey, type Storage } from './storage.ts';

/** Where files lie while they are written. */
const incoming = 'incoming';
/** End of the name of a copy on a mount below the folder, where its key is. */
const unfinished = '.unfinished';

/**
 * Files in a local folder. A file is moved to its key only when complete, and is flushed to the disk by then.
 * @param isOnly whether nobody else writes here, so that what a killed process left is removed
 */
export async function openFileStorage(root: string, { isOnly = false } = {}): Promise<Storage> {
  if (isOnly) await rm(join(root, incoming), { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await flush(dirname(resolve(root)));
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const pathOf = (key: string) => join(root, checkKey(key));

  async function settle(from: string, key: string): Promise<void> {
    const to = pathOf(key);
    await mkdir(dirname(to), { recursive: true });
    await flush(from);
    const isCopied = await rename(from, to).then(
      () => false,
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyAcross(from, to);
        return true;
      },
    );
    await flushFolders(key);
    if (isCopied) await unlink(from);
  }

  /** Copies from another file system under a temporary name, so that there is never half a file under the key. */
  async function copyAcross(from: string, to: string): Promise<void> {
    const arrival = join(root, incoming);
    await mkdir(arrival, { recursive: true });
    const [here, there] = await Promise.all([stat(arrival), stat(dirname(to))]);
    // The folder of the key may be a mount of its own.
    const temporary = join(here.dev === there.dev ? arrival : dirname(to), `${randomUUID()}${unfinished}`);
    try {
      await copyFile(from, temporary);
      await flush(temporary);
      await rename(temporary, to);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Flushes every folder above a file: it survives a power cut only if each of them does, and each may be new. */
  async function flushFolders(key: string): Promise<void> {
    for (let folder = dirname(key); ; folder = dirname(folder)) {
      await flush(join(root, folder));
      if (folder === '.') return;
    }
  }

  return {
    async put(key, contents) {
      const temporary = `${incoming}/${randomUUID()}`;
      await disk.put(temporary, contents);
      await settle(join(root, temporary), key);
    },
    async adopt(path, key) {
      await settle(path, key).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || !(await disk.exists(checkKey(key)))) throw error;
        // The file was moved by a call that may have been interrupted before this step.
        await flushFolders(key);
      });
    },
    async read(key, range) {
      const file = await open(pathOf(key));
      return file.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
    async *list(prefix) {
      const folder = prefix === undefined ? root : pathOf(prefix);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing);
      for (const entry of entries ?? []) {
        const key = relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
        if (!entry.isFile() || key.startsWith(`${incoming}/`) || key.endsWith(unfinished)) continue;
        const found = await stat(join(root, key)).catch(ifMissing);
        // Not the modification time: that is older, from when the file was written before it was moved here.
        if (found) yield { key, bytes: found.size, changedAt: found.ctime };
      }
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(ifMissing))?.size;
    },
    remove: (key) => disk.delete(checkKey(key)),
    removeAll: (prefix) => disk.deleteAll(checkKey(prefix)),
    withLocalFile: (key, _workDir, use) => use(pathOf(key)),
  };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Waits until a file's bytes, or a folder's entries, are on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
