import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '#server/platform/storage/index.ts';

/** Storage key and hash of a template's file. */
export type KeptTemplate = { storageKey: string; sha256: string };

/** Returns the bytes of a template's file. Rejects if their hash differs from the recorded one. */
export async function readTemplateFile(storage: Storage, { storageKey, sha256 }: KeptTemplate): Promise<Buffer> {
  const bytes = await buffer(await storage.read(storageKey));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${storageKey} is not what was kept`);
  return bytes;
}
