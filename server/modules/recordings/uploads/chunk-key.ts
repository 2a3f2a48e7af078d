import { randomUUID } from 'node:crypto';
import type { StoredChunk, Upload } from './repository.ts';

/** Prefix of the chunks in a shared storage: `uploads/{place}/{index}-{sha256}`. Others may store objects there too. */
export const chunkRoot = 'uploads';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofChunk = new RegExp(`^${chunkRoot}/(${uuid})/[0-9]+-[0-9a-f]{64}$`);
/** Older builds of the server left out the attempt, or the fence too. */
const ofWhole = new RegExp(`^videos/${uuid}/(?:[0-9]+(?:-${uuid})?/)?original$`);
/** What the processing makes of a recording: a playable file, its sound. */
const ofMade = new RegExp(`^videos/${uuid}/[a-z]+[.][a-z0-9]+$`);
const attachedFolders = ['attachments', 'meetings', 'reports', 'templates'];
const ofAttached = new RegExp(`^(?:${attachedFolders.join('|')})/(?:${uuid}/)?${uuid}$`);

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

/** Returns the prefix of the upload's files. */
export function folderOfWhole(uploadId: string): string {
  return `videos/${uploadId}`;
}

/** Returns a new key for the whole file, which no other attempt at it ever uses. */
export function wholeKey(uploadId: string, fence: number): string {
  return `${folderOfWhole(uploadId)}/${fence}-${randomUUID()}/original`;
}

/** Returns whether a key is that of a file put together from chunks. */
export function isWholeKey(key: string): boolean {
  return ofWhole.test(key);
}

/** Folders of the storage in which this server may leave half a file, when it is killed while it sends one. */
export const ownFolders = [chunkRoot, 'videos', ...attachedFolders];

/** Returns whether the key has a form that only the server assigns, to chunks, recordings and attached files. */
export function isOwnKey(key: string): boolean {
  return [ofChunk, ofWhole, ofMade, ofAttached].some((form) => form.test(key));
}
