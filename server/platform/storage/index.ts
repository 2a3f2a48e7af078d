// Files on the disk or in S3, signed links, digests.

export { attemptAll, attemptEach } from './attempt-all.ts';
export {
  discardFiles,
  dueAt,
  isDiscarded,
  keepFiles,
  removeDiscarded,
  reserveFile,
  sweepDiscardedFiles,
} from './discarded-files-repository.ts';
export { flush } from './file-storage.ts';
export { HashPool } from './hash-pool.ts';
export type { Digests } from './hash-worker.ts';
export { backupFolder, type Hold, holdRemovals } from './hold-removals.ts';
export { findLastBackup, noteBackup } from './last-backup.ts';
export { createLinkSignature, type LinkSignatureDeps, type SignedQuery } from './link-signature.ts';
export { openPlace, openStorage, usualStorageMs } from './open-storage.ts';
export { reachStorage } from './reach-storage.ts';
export { sendFromStorage, sendSavedFile, sendSignedFile } from './send-file.ts';
export { createSignedLinks, type SignedLinks } from './signed-links.ts';
export { type ByteRange, isKey, type SharedStorage, type Storage, type StoredFile } from './storage.ts';
export { StorageAway } from './storage-away.ts';
export { type KeepStored, type StoreDeps, withStoredFiles } from './with-stored-files.ts';
