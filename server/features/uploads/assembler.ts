import { createHash } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import type { Db } from '#server/db/database.ts';
import { positionOf } from './chunk-place.ts';
import { type AssemblerParts, finishUpload, rejectUpload } from './finish-upload.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';

const retryMs = 15_000;

/** Verifies complete uploads beside the requests and gives their files to the protocols. */
export class Assembler {
  readonly #parts: AssemblerParts;
  readonly #running = new Map<string, Promise<void>>();
  #closed = false;

  constructor(parts: AssemblerParts) {
    this.#parts = parts;
  }

  /** The last chunk is here. Returns at once; the work goes on, also after a restart. */
  async begin(uploadId: string): Promise<void> {
    const { database, now } = this.#parts;
    const moved = await repository.moveUpload(database.db, uploadId, ['receiving'], {
      state: 'verifying',
      updatedAt: now(),
    });
    if (moved) this.#run(uploadId);
  }

  /** Takes up what was cut off when the server was stopped. */
  async recover(): Promise<void> {
    const { database } = this.#parts;
    for (const id of await repository.listUnfinished(database.db)) {
      await repository.moveUpload(database.db, id, ['receiving'], { state: 'verifying' });
      this.#run(id);
    }
  }

  /** Waits for what is under way; nothing new begins. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running.values());
  }

  #run(id: string): void {
    if (this.#closed || this.#running.has(id)) return;
    const running = this.#assemble(id)
      .catch((error: unknown) => {
        if (this.#closed) return;
        this.#parts.onError(error);
        this.#later(id);
      })
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  /** What failed (a storage out of reach, a full disk) is tried until it succeeds: nothing is lost meanwhile. */
  #later(id: string): void {
    setTimeout(() => this.#run(id), retryMs).unref();
  }

  async #assemble(id: string): Promise<void> {
    const { database, storage, folder } = this.#parts;
    const { db } = database;
    const upload = await repository.findUpload(db, id);
    if (upload?.state !== 'verifying') return;
    if (!upload.protocolId) return rejectUpload(this.#parts, upload, 'Протокол удалён');
    const key = `videos/${id}/original`;
    const checked = upload.sha256 ? upload : await this.#verify(db, upload);
    if (!checked) return;
    await storage.adopt(folder.part(id), key);
    await finishUpload(this.#parts, checked, key);
  }

  /** Reads all of it from the disk once more. Chunks that are not what was acknowledged are asked for again. */
  async #verify(db: Db, upload: Upload): Promise<Upload | undefined> {
    const { folder, hashes, now } = this.#parts;
    const { id, totalChunks } = upload;
    const chunks = await repository.listChunks(db, id);
    const last = chunks.at(-1);
    if (!last || chunks.length !== totalChunks || !(await folder.hasAny(id))) return this.#askAgain(db, id);
    const position = positionOf(upload, totalChunks - 1);
    await folder.placeLast(id, position);
    const totalSize = position + last.size;
    await truncate(folder.part(id), totalSize);
    const pieceBytes = upload.chunkSize ?? totalSize;
    const digests = await hashes.digest({
      path: folder.part(id),
      start: 0,
      end: totalSize,
      pieceBytes,
      pieces: totalChunks,
    });
    const broken = chunks.filter(({ sha256 }, index) => sha256 !== digests.pieces[index]).map(({ index }) => index);
    if (broken.length > 0) return this.#askAgain(db, id, broken);
    const verified = { totalSize, chunksSha256: digestOfDigests(chunks), sha256: digests.whole, updatedAt: now() };
    await repository.moveUpload(db, id, ['verifying'], verified);
    return { ...upload, ...verified };
  }

  async #askAgain(db: Db, id: string, indexes?: number[]): Promise<undefined> {
    await repository.dropChunks(db, id, indexes);
    await repository.moveUpload(db, id, ['verifying'], { state: 'receiving', updatedAt: this.#parts.now() });
  }
}

function digestOfDigests(chunks: StoredChunk[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of chunks) hash.update(sha256, 'hex');
  return hash.digest('hex');
}
