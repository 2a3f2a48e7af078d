import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecretText, readSecrets } from './secret-text.ts';
import { SecretProblem, type Secrets } from './server-secret.ts';

const fileIn = (dataFolder: string) => join(dataFolder, 'secret');

/** Returns the secrets in the data folder as text; undefined if there is no file. A damaged file throws. */
export async function readSecretFile(dataFolder: string): Promise<string | undefined> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && !readSecrets(text)) {
    throw new SecretProblem(`Файл ${fileIn(dataFolder)} повреждён: удалите его, и все войдут заново.`);
  }
  return text;
}

/** The secrets in the data folder, readable by its owner alone; made at the first start. */
export async function openSecretFile(dataFolder: string): Promise<Secrets> {
  const kept = await readSecretFile(dataFolder);
  if (kept === undefined) await makeFile(dataFolder);
  const secrets = readSecrets(kept ?? (await readSecretFile(dataFolder)) ?? '');
  if (!secrets) throw new Error('The secret was removed while it was made');
  return secrets;
}

/** Replaces the file atomically. */
export async function writeSecretFile(dataFolder: string, text: string): Promise<void> {
  const temporary = await writeBeside(dataFolder, text);
  await rename(temporary, fileIn(dataFolder));
}

async function makeFile(dataFolder: string): Promise<void> {
  const temporary = await writeBeside(dataFolder, newSecretText());
  // Of several that start at once the first one wins: a hard link never replaces a file.
  await link(temporary, fileIn(dataFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporary);
}

async function writeBeside(dataFolder: string, text: string): Promise<string> {
  const temporary = `${fileIn(dataFolder)}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  return temporary;
}
