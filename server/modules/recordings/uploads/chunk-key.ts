import type { StoredChunk, Upload } from './repository.ts';

/** What chunks lie under in a shared storage: `uploads/{place}/{index}-{sha256}`. Others may keep something there too. */
export const chunkRoot = 'uploads';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofChunk = new RegExp(`^${chunkRoot}/(${uuid})/[0-9]+-[0-9a-f]{64}$`);
const ofWhole = new RegExp(`^videos/${uuid}/([0-9]+/)?original$`);

/** Where the chunks of the upload lie. */
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

/** The place that is in the key of a chunk; undefined where the key is none of ours. */
export function placeIn(key: string): string | undefined {
  return ofChunk.exec(key)?.[1];
}

/** Whether only the server gives such keys: to chunks, and to what is put together of them. */
export function isUploadKey(key: string): boolean {
  return ofChunk.test(key) || ofWhole.test(key);
}
