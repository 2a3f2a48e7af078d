import { join } from 'node:path';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage that the environment names.
 * @param options.url `s3://bucket/prefix?endpoint=https://…&region=…`; unset: the folder `files` in `dataDir`
 */
export async function openStorage(options: { dataDir: string; url?: string | undefined }): Promise<Storage> {
  return openPlace(options.url ?? join(options.dataDir, 'files'));
}

/** Opens a folder by its path, or object storage by its `s3://…` address. */
export async function openPlace(place: string): Promise<Storage> {
  if (!place.startsWith('s3:')) return openFileStorage(place);
  // The client of object storage is large: only who uses it loads it.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(place);
}
