import type { StoredChunk, Upload } from './repository.ts';

/** Prefix of the chunks in a shared storage: `uploads/{place}/{index}-{sha256}`. Others may store objects there too. */
export const chunkRoot = 'uploads';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofChunk = new RegExp(`^${chunkRoot}/(${uuid})/[0-9]+-[0-9a-f]{64}$`);
const ofWhole = new RegExp(`^videos/${uuid}/([0-9]+/)?original$`);

/** Returns the prefix of the upload's chunks. */
export function folderOf({ chunksAt }: Pick<Upload, 'chunksAt'>): string {
  if (chunksAt === null) throw new Error('The upload has no place in the storage');
  return `${chunkRoot}/${chunksAt}`;
}

export function chunkKey(
  upload: Pick<Upload, 'chunksAt'>,
  { index, sha256 }: Pick<StoredChunk, 'index' | 'sha256'>,
): string {
  return `${folderOf(upload)}/${index}-${sha256}`;
}

/** Returns the place in the key of a chunk; undefined for a foreign key. */
export function placeIn(key: string): string | undefined {
  return ofChunk.exec(key)?.[1];
}

/** Returns whether the key has a form that only the server assigns: to chunks, and to the files assembled from them. */
export function isUploadKey(key: string): boolean {
  return ofChunk.test(key) || ofWhole.test(key);
}
