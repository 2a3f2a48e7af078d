import { hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The server's secret, made at the first start and kept in the data folder, readable by its owner alone. Nodes that share
 * a database must share this file, or a person is signed out whenever the other node answers.
 */
export async function openServerSecret(dataFolder: string): Promise<Buffer> {
  const file = join(dataFolder, 'secret');
  const kept = await read(file);
  if (kept) return kept;
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, randomBytes(64).toString('hex'), { mode: 0o600, flush: true });
  // Of several nodes that start at once the first one wins: a hard link never replaces a file.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporary);
  const made = await read(file);
  if (!made) throw new Error(`Файл ${file} повреждён: удалите его, и все войдут заново`);
  return made;
}

/** A 32-byte key for one purpose, so that no two purposes share one. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

async function read(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return /^[0-9a-f]{128}$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}
