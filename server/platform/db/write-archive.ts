import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unpackTar } from 'modern-tar';

/**
 * Writes the folders and files of a tar archive into `folder`, readable by the owner alone, and waits for the disk. For
 * archives of this project's own making only: paths are taken as they are.
 */
export async function writeArchive(archive: Uint8Array, folder: string): Promise<void> {
  for (const { header, data } of await unpackTar(archive)) {
    const path = join(folder, header.name);
    if (header.type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else await write(path, data ?? new Uint8Array());
  }
}

async function write(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
}
