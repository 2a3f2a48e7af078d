import type { FileHandle } from 'node:fs/promises';
import type { Digests } from '#server/platform/storage/index.ts';
import type { Lost, StoredChunk, Upload } from './repository.ts';

/** File into which a chunk is written while it arrives, and the position of the chunk in it. */
export type ChunkFile = { path: string; position: number; open: () => Promise<FileHandle> };

/**
 * Stores the chunks of uploads until their file is complete: in one file on the disk of the only server, or as separate
 * objects in a storage shared by several servers.
 */
export interface ChunkStore {
  /**
   * Returns whether there is room for a new upload of this size. The upload itself may have been added by its other
   * first chunk, which arrives at the same time: it is not counted among those in progress.
   */
  hasRoom(bytes: number, uploadId?: string): Promise<boolean>;
  /** Returns whether enough space is free for an upload of unknown size; the database may be on the same disk. */
  hasReserve(): Promise<boolean>;
  /** Returns the place of the chunks of a new upload: `chunksAt` of its row. */
  newPlace(): string | null;
  /** Assigns a place to the chunks of an upload that an older build of the server began. */
  ensureChunkPlace(upload: Upload): Promise<Upload>;
  fileOf(upload: Upload, index: number): ChunkFile;
  /** Flushes the file while the digest is computed, once all of a chunk is written. */
  flush(file: FileHandle): Promise<void>;
  /** Resolves once a chunk, which is complete in its file, may be acknowledged. */
  keep(upload: Upload, chunk: StoredChunk): Promise<void>;
  /** As `keep`, for a chunk in a separate file under `path`. */
  keepTemporary(upload: Upload, chunk: StoredChunk, path: string): Promise<void>;
  /**
   * Returns what is missing of an unfinished upload, as far as this can be determined when `known`, an acknowledged
   * chunk, is sent again.
   */
  findLost(upload: Upload, known: StoredChunk | undefined): Promise<Lost | undefined>;
  /** Returns the key of the whole file for the server that verifies the upload. */
  keyOf(upload: Upload): Promise<string>;
  /** Returns whether the whole file, which was read before, still exists. */
  hasWhole(upload: Upload, key: string): Promise<boolean>;
  /** Returns which chunks of a complete upload are missing, also where the whole file is already stored. */
  findMissing(
    upload: Upload,
    chunks: readonly StoredChunk[],
    key: string,
    signal: AbortSignal,
  ): Promise<Lost | undefined>;
  /** Reads the whole upload and returns the digests of its chunks and of the file. */
  digest(upload: Upload, chunks: readonly StoredChunk[], key: string, signal: AbortSignal): Promise<Digests>;
  /** Removes the file of an attempt that failed before everything was read. */
  dropUnread(key: string): Promise<void>;
  /** Resolves once the whole file, which was read before, is stored under its key. May be repeated. */
  finish(upload: Upload, key: string): Promise<void>;
  /** Removes chunks and files of an upload that has ended. */
  remove(upload: Pick<Upload, 'id' | 'chunksAt'>): Promise<void>;
  /** Run at the start: moves what an older build left in this server's folder to its place. May be repeated. */
  takeUpFolder(signal: AbortSignal): Promise<void>;
  /** Removes files that belong to no upload in progress. */
  sweep(now: Date): Promise<void>;
}

/** Returns whether the file of an assembled upload no longer exists. A storage that does not answer throws. */
export async function isWholeLost(chunks: Pick<ChunkStore, 'hasWhole'>, upload: Upload): Promise<boolean> {
  const { state, storageKey } = upload;
  return state === 'assembled' && storageKey !== null && !(await chunks.hasWhole(upload, storageKey));
}
