import { join } from 'node:path';
import { openFileStorage } from './file-storage.ts';
import type { S3Options } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { withDeadlines } from './storage-away.ts';

/** Timeout for an answer of an object storage. */
export const usualStorageMs = 4_000;

/**
 * Opens the storage that the environment names.
 * @param options.url `s3://bucket/prefix?endpoint=https://…&region=…`; unset: the folder `files` in `dataDir`
 * @param options.isOnly whether no other process writes into the folder
 * @param options.publicUrl where browsers reach the object storage; unset: files come through this server
 */
export async function openStorage(options: {
  dataDir: string;
  url?: string | undefined;
  answerMs?: number;
  isOnly?: boolean;
  publicUrl?: string | undefined;
}): Promise<Storage> {
  return openPlace(options.url ?? join(options.dataDir, 'files'), options);
}

/** Opens a folder by its path, or object storage by its `s3://…` address. */
export async function openPlace(
  place: string,
  {
    answerMs = usualStorageMs,
    publicUrl,
    isOnly,
  }: Partial<Pick<S3Options, 'answerMs' | 'publicUrl'>> & { isOnly?: boolean } = {},
): Promise<Storage> {
  if (!place.startsWith('s3:')) return openFileStorage(place, { isOnly });
  // Imported on demand, because the S3 client is large.
  const { openS3Storage } = await import('./s3-storage.ts');
  return withDeadlines(openS3Storage(place, { answerMs, publicUrl }), answerMs);
}
