import { join } from 'node:path';
import { openFileStorage } from './file-storage.ts';
import type { S3Options } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { withDeadlines } from './storage-away.ts';

/** How long an answer of an object storage is waited for. */
export const usualStorageMs = 4_000;

/**
 * Opens the storage that the environment names.
 * @param options.url `s3://bucket/prefix?endpoint=https://…&region=…`; unset: the folder `files` in `dataDir`
 * @param options.publicUrl where browsers reach the object storage; unset: files come through this server
 */
export async function openStorage(options: {
  dataDir: string;
  url?: string | undefined;
  answerMs?: number;
  publicUrl?: string | undefined;
}): Promise<Storage> {
  return openPlace(options.url ?? join(options.dataDir, 'files'), options);
}

/** Opens a folder by its path, or object storage by its `s3://…` address. */
export async function openPlace(
  place: string,
  { answerMs = usualStorageMs, publicUrl }: Partial<Pick<S3Options, 'answerMs' | 'publicUrl'>> = {},
): Promise<Storage> {
  if (!place.startsWith('s3:')) return openFileStorage(place);
  // The client of object storage is large: only who uses it loads it.
  const { openS3Storage } = await import('./s3-storage.ts');
  return withDeadlines(openS3Storage(place, { answerMs, publicUrl }), answerMs);
}
