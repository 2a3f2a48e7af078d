import { type FileHandle, rm, truncate } from 'node:fs/promises';
import type { Db } from '#server/platform/db/index.ts';
import type { HashPool, Storage } from '#server/platform/storage/index.ts';
import { positionOf } from './chunk-place.ts';
import type { ChunkFile, ChunkStore } from './chunk-store.ts';
import type { Lost, StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';
import type { UploadFolder } from './upload-folder.ts';

/** Space left free besides a new upload, for the database and the results of processing. */
const reserveBytes = 16 * 1024 * 1024;
/** The same for an upload of unknown size; on a small disk, a twentieth of it. */
const reserveWithoutIdBytes = 256 * 1024 * 1024;
/** One person's unfinished uploads keep at most this part of the free space from others before it is written. */
const claimedParts = 4;
/** Minimum age of a file without an upload before it is removed, since it may be a new one. */
const orphanMs = 3_600_000;

type Deps = { db: Db; folder: UploadFolder; storage: Storage; wholeFiles: HashPool };

/** Stores chunks at their positions in one file on the disk of the only server. */
export class FolderChunks implements ChunkStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasRoom(bytes: number, uploadId?: string): Promise<boolean> {
    const { db, folder } = this.#deps;
    const { free } = await folder.space();
    return free - (await repository.countExpectedBytes(db, free / claimedParts, uploadId)) >= bytes + reserveBytes;
  }

  async hasReserve(): Promise<boolean> {
    const { free, size } = await this.#deps.folder.space();
    return free >= Math.min(reserveWithoutIdBytes, size / 20);
  }

  newPlace(): null {
    return null;
  }

  async ensureChunkPlace(upload: Upload): Promise<Upload> {
    return upload;
  }

  fileOf(upload: Upload, index: number): ChunkFile {
    const { folder } = this.#deps;
    const { id } = upload;
    return { path: folder.part(id), position: positionOf(upload, index), open: () => folder.openPart(id) };
  }

  flush(file: FileHandle): Promise<void> {
    return file.datasync();
  }

  async keep(): Promise<void> {
    // It was written to its position when it arrived.
  }

  async keepTemporary(upload: Upload, { index }: StoredChunk, path: string): Promise<void> {
    const { folder } = this.#deps;
    if (upload.chunkSize === null) await folder.keepLast(path, upload.id);
    else await folder.place(path, upload.id, positionOf(upload, index));
  }

  async findLost(upload: Upload): Promise<Lost | undefined> {
    const { folder } = this.#deps;
    const { id } = upload;
    if (upload.state === 'receiving') {
      if (await folder.hasPart(id)) return undefined;
      folder.forget(id);
      return (await folder.hasAny(id)) ? undefined : 'all';
    }
    return (await this.hasWhole(upload, await this.keyOf(upload))) ? undefined : 'all';
  }

  async keyOf({ id }: Upload): Promise<string> {
    return `videos/${id}/original`;
  }

  /** The part file leaves its folder only once the storage has the whole file. */
  async hasWhole({ id }: Upload, key: string): Promise<boolean> {
    const { folder, storage } = this.#deps;
    return (await folder.hasAny(id)) || (await storage.size(key)) !== undefined;
  }

  async findMissing({ id }: Upload): Promise<Lost | undefined> {
    return (await this.#deps.folder.hasAny(id)) ? undefined : 'all';
  }

  async digest(upload: Upload, chunks: readonly StoredChunk[]) {
    const { folder, wholeFiles } = this.#deps;
    const { id, totalChunks } = upload;
    const position = positionOf(upload, totalChunks - 1);
    await folder.placeLast(id, position);
    const end = position + (chunks.at(-1)?.size ?? 0);
    const path = folder.part(id);
    await truncate(path, end);
    return wholeFiles.digest({ path, start: 0, end, pieceBytes: upload.chunkSize ?? end, pieces: totalChunks });
  }

  async dropUnread(): Promise<void> {
    // The file stays in the folder until it has been read.
  }

  async finish({ id }: Upload, key: string): Promise<void> {
    const { folder, storage } = this.#deps;
    await storage.adopt(folder.part(id), key);
    folder.forget(id);
  }

  remove({ id }: Pick<Upload, 'id'>): Promise<void> {
    return this.#deps.folder.remove(id);
  }

  async takeUpFolder(): Promise<void> {
    // Everything is already in its place.
  }

  async sweep(now: Date): Promise<void> {
    await sweepFolder(this.#deps, now);
  }
}

/** Removes files of a folder that belong to no upload in progress. */
export async function sweepFolder({ db, folder }: Pick<Deps, 'db' | 'folder'>, now: Date): Promise<void> {
  const files = (await folder.list(now)).filter(({ ageMs }) => ageMs > orphanMs);
  const open = await repository.filterOpen(db, [...new Set(files.map(({ uploadId }) => uploadId))]);
  for (const { path, uploadId } of files) if (!open.has(uploadId)) await rm(path, { force: true });
}
