import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm, truncate } from 'node:fs/promises';
import type { Db } from '#server/platform/db/index.ts';
import {
  attemptAll,
  type Digests,
  type SharedStorage,
  type Storage,
  type StoredFile,
} from '#server/platform/storage/index.ts';
import { chunkKey, folderOf, wholeKey } from './chunk-key.ts';
import type { ChunkFile, ChunkStore } from './chunk-store.ts';
import { copyFolderChunks } from './copy-folder-chunks.ts';
import { sweepFolder } from './folder-chunks.ts';
import * as lease from './lease-repository.ts';
import type { Lost, StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';
import { sweepShared } from './sweep-uploads.ts';
import type { UploadFolder } from './upload-folder.ts';
import { digestStored } from './whole-file.ts';

type Deps = { db: Db; folder: UploadFolder; storage: Storage; shared: SharedStorage };

/**
 * Stores chunks as separate objects in a storage shared by several servers, where each of them finds what any of them
 * has acknowledged. The name of an object contains the digest of its content, so that a late writer changes nothing. A
 * chunk is in this server's folder only while it arrives.
 */
export class SharedChunks implements ChunkStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasRoom(): Promise<boolean> {
    return true;
  }

  async hasReserve(): Promise<boolean> {
    return true;
  }

  /** Places are never reused: what a sweep finds under one belongs to this upload or to none. */
  newPlace(): string {
    return randomUUID();
  }

  async ensureChunkPlace(upload: Upload): Promise<Upload> {
    if (upload.chunksAt !== null || (upload.state !== 'receiving' && upload.state !== 'verifying')) return upload;
    return (await lease.givePlace(this.#deps.db, upload.id, this.newPlace())) ?? upload;
  }

  fileOf({ id }: Upload, index: number): ChunkFile {
    const path = this.#deps.folder.chunk(id, index);
    return { path, position: 0, open: () => open(path, constants.O_RDWR | constants.O_CREAT) };
  }

  async flush(): Promise<void> {
    // Data that is not in the storage yet is not acknowledged, and may be lost.
  }

  async keep(upload: Upload, chunk: StoredChunk): Promise<void> {
    const { folder } = this.#deps;
    const [path, own] = [folder.chunk(upload.id, chunk.index), folder.temporary()];
    // An earlier attempt at the last chunk may have been longer.
    await truncate(path, chunk.size);
    // Renamed, so that a slow storage reads from a file that no later attempt overwrites.
    await rename(path, own);
    try {
      await this.keepTemporary(upload, chunk, own);
    } finally {
      await rm(own, { force: true });
    }
  }

  async keepTemporary(upload: Upload, chunk: StoredChunk, path: string): Promise<void> {
    await this.#deps.storage.adopt(path, chunkKey(upload, chunk));
  }

  async findLost(upload: Upload, known: StoredChunk | undefined): Promise<Lost | undefined> {
    if (!known) return undefined;
    return (await this.#deps.storage.size(chunkKey(upload, known))) === undefined ? [known.index] : undefined;
  }

  /**
   * Each attempt gets its own key, so that one that has lost its lease overwrites nothing. The fence alone does not tell
   * attempts apart: a database that lost its last seconds counts it again. Only an existing file keeps its key: to a
   * key without a file an older build of the server may still be about to write.
   */
  async keyOf(upload: Upload): Promise<string> {
    const { id, fence, sha256, storageKey } = upload;
    const isWhole = sha256 !== null && storageKey !== null && (await this.hasWhole(upload, storageKey));
    return isWhole ? storageKey : wholeKey(id, fence);
  }

  async hasWhole(_upload: Upload, key: string): Promise<boolean> {
    return (await this.#deps.storage.size(key)) !== undefined;
  }

  async findMissing(
    upload: Upload,
    chunks: readonly StoredChunk[],
    _key: string,
    signal: AbortSignal,
  ): Promise<Lost | undefined> {
    const { storage } = this.#deps;
    await copyFolderChunks(this.#deps, upload, chunks, (chunk) => chunkKey(upload, chunk), signal);
    const sizes = new Map<string, number>();
    for await (const file of storage.list(folderOf(upload), { signal })) sizes.set(file.key, file.bytes);
    const missing = chunks.filter((chunk) => sizes.get(chunkKey(upload, chunk)) !== chunk.size);
    return missing.length > 0 ? missing.map(({ index }) => index) : undefined;
  }

  /** Reads the file that the protocol will get: the joined one in the storage. */
  async digest(upload: Upload, chunks: readonly StoredChunk[], key: string, signal: AbortSignal): Promise<Digests> {
    const { storage, shared } = this.#deps;
    const files = chunks.map((chunk): StoredFile => ({ key: chunkKey(upload, chunk), bytes: chunk.size }));
    await shared.join(files, key, signal);
    return digestStored(storage, key, chunks, signal);
  }

  dropUnread(key: string): Promise<void> {
    return this.#deps.storage.remove(key);
  }

  async finish(): Promise<void> {
    // It has been under its key since it was read.
  }

  async remove(upload: Pick<Upload, 'id' | 'chunksAt'>): Promise<void> {
    const { folder, storage } = this.#deps;
    await folder.removeAll(upload.id);
    if (upload.chunksAt !== null) await storage.removeAll(folderOf(upload));
  }

  /** A place is stored in the row before any object is written, so that every listed object already has its row. */
  async sweep(now: Date): Promise<void> {
    await attemptAll([() => sweepFolder(this.#deps, now), () => sweepShared(this.#deps, now)]);
  }

  async takeUpFolder(signal: AbortSignal): Promise<void> {
    const ids = await this.#deps.folder.listParts();
    await attemptAll(ids.map((id) => () => this.#takeUp(id, signal)));
  }

  async #takeUp(id: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { db } = this.#deps;
    const found = await repository.findUpload(db, id);
    if (found?.state !== 'receiving' && found?.state !== 'verifying') return;
    const upload = await this.ensureChunkPlace(found);
    const known = await repository.listChunks(db, id);
    await copyFolderChunks(this.#deps, upload, known, (chunk) => chunkKey(upload, chunk), signal);
  }
}
