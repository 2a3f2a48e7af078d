import type { FileHandle } from 'node:fs/promises';
import type { Digests } from '#server/platform/storage/index.ts';
import type { Lost, StoredChunk, Upload } from './repository.ts';

/** The file that a chunk is written into as it comes, and where it begins there. */
export type ChunkFile = { path: string; position: number; open: () => Promise<FileHandle> };

/**
 * Where the chunks of uploads lie until their file is whole: in one file on the disk of the only server, or each by itself in
 * a storage that several servers share.
 */
export interface ChunkStore {
  /** Whether there is room for a new upload of so many bytes. */
  hasRoom(bytes: number): Promise<boolean>;
  /** Whether enough is free for who does not say how much will come: the database may lie on the same disk. */
  hasReserve(): Promise<boolean>;
  /** Returns where the chunks of a new upload will lie: `chunksAt` of its row. */
  newPlace(): string | null;
  /** Gives a place of chunks to an upload that an older build of the server began. */
  ensureChunkPlace(upload: Upload): Promise<Upload>;
  fileOf(upload: Upload, index: number): ChunkFile;
  /** Done beside the reading of its digest, when all of a chunk is written. */
  flush(file: FileHandle): Promise<void>;
  /** Resolves once a chunk, which is whole in its file, may be acknowledged. */
  keep(upload: Upload, chunk: StoredChunk): Promise<void>;
  /** The same for one that lies in a file of its own, under `path`. */
  keepTemporary(upload: Upload, chunk: StoredChunk, path: string): Promise<void>;
  /** What of an unfinished upload is not here any more, as far as it can be told when `known`, an acknowledged chunk, comes again. */
  findLost(upload: Upload, known: StoredChunk | undefined): Promise<Lost | undefined>;
  /** The key of the whole for who verifies the upload now. */
  keyOf(upload: Upload): Promise<string>;
  /** Whether the whole, which was read before, is still here. */
  hasWhole(upload: Upload, key: string): Promise<boolean>;
  /** What is not here of a complete upload. */
  findMissing(
    upload: Upload,
    chunks: readonly StoredChunk[],
    key: string,
    signal: AbortSignal,
  ): Promise<Lost | undefined>;
  /** Reads all of it: the digests of its chunks and of the whole. */
  digest(upload: Upload, chunks: readonly StoredChunk[], key: string, signal: AbortSignal): Promise<Digests>;
  /** Removes what an attempt that failed before all was read has put under the key of the whole. */
  dropUnread(key: string): Promise<void>;
  /** Resolves once the whole, which was read before, lies under its key. May be repeated. */
  finish(upload: Upload, key: string): Promise<void>;
  /** Removes chunks and files of an upload that has ended. */
  remove(upload: Pick<Upload, 'id' | 'chunksAt'>): Promise<void>;
  /** At the start: brings to its place what an older build has left in the folder of this server. May be repeated. */
  takeUpFolder(signal: AbortSignal): Promise<void>;
  /** Removes what belongs to no upload that is under way. */
  sweep(now: Date): Promise<void>;
}
