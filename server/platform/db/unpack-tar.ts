import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const block = 512;

/**
 * Unpacks a plain ustar archive of folders and files into `folder`, readable by the owner alone, and waits for the disk.
 * For archives of this project's own making only: paths are taken as they are, links are not known.
 */
export async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const name = text(archive, at, 100);
    const prefix = text(archive, at + 345, 155);
    const size = Number.parseInt(text(archive, at + 124, 12), 8) || 0;
    const path = join(folder, prefix, name);
    const content = archive.subarray(at + block, at + block + size);
    if (text(archive, at + 156, 1) === '5') await mkdir(path, { recursive: true, mode: 0o700 });
    else await write(path, content);
    at += block + Math.ceil(size / block) * block;
  }
}

async function write(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function text(archive: Buffer, from: number, length: number): string {
  const end = archive.indexOf(0, from);
  return archive.toString('utf8', from, end < 0 || end > from + length ? from + length : end);
}
