import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '#server/platform/storage/index.ts';

/** Where the file of a template lies, and what it is. */
export type KeptTemplate = { storageKey: string; sha256: string };

/** The bytes of a template's file. Rejects where they are not what was kept. */
export async function readTemplateFile(storage: Storage, { storageKey, sha256 }: KeptTemplate): Promise<Buffer> {
  const bytes = await buffer(await storage.read(storageKey));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${storageKey} is not what was kept`);
  return bytes;
}
