import { join } from 'node:path';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';
import { withDeadlines } from './storage-away.ts';

/** How long an answer of an object storage is waited for. */
export const usualStorageMs = 4_000;

/**
 * Opens the storage that the environment names.
 * @param options.url `s3://bucket/prefix?endpoint=https://…&region=…`; unset: the folder `files` in `dataDir`
 */
export async function openStorage(options: {
  dataDir: string;
  url?: string | undefined;
  answerMs?: number;
}): Promise<Storage> {
  if (!options.url) return openFileStorage(join(options.dataDir, 'files'));
  // The client of object storage is large: only who uses it loads it.
  const { openS3Storage } = await import('./s3-storage.ts');
  const answerMs = options.answerMs ?? usualStorageMs;
  return withDeadlines(openS3Storage(options.url, answerMs), answerMs);
}
