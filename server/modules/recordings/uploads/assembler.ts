import { createHash } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import type { Db } from '#server/platform/db/index.ts';
import { positionOf } from './chunk-place.ts';
import { type AssemblerParts, finishUpload, rejectUpload } from './finish-upload.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';

/** In milliseconds. */
type Pace = {
  /** The pause before a failed verification is tried again. */
  retryMs: number;
  /** How often an upload is marked as being verified, and how often unmarked ones are looked for. */
  beatMs: number;
  /** An upload without a mark for so long has lost its server. */
  lostMs: number;
  /** What a storage may take for any file; a megabyte gets a second more. */
  stallMs: number;
};

const usualPace: Pace = { retryMs: 15_000, beatMs: 30_000, lostMs: 150_000, stallMs: 10 * 60_000 };
const storageBytesPerMs = 1_000;

/** Verifies complete uploads in the background and gives their files to the protocols. */
export class Assembler {
  readonly #parts: AssemblerParts;
  readonly #pace: Pace;
  readonly #running = new Map<string, Promise<void>>();
  /** The uploads that are being verified here or will be tried again. */
  readonly #own = new Set<string>();
  #beat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ pace = usualPace, ...parts }: AssemblerParts & { pace?: Pace }) {
    this.#parts = parts;
    this.#pace = pace;
  }

  /**
   * The last chunk is here. Returns at once; the work goes on, also after a restart.
   * @returns false where the file is gone that the chunks were in: they have to be sent again
   */
  async begin(uploadId: string): Promise<boolean> {
    const { database, now } = this.#parts;
    const moved = await repository.moveUpload(database.db, uploadId, ['receiving'], {
      state: 'verifying',
      updatedAt: now(),
    });
    if (!moved && !this.#own.has(uploadId) && !(await this.#isHere(uploadId))) {
      if (await this.#askAgain(uploadId)) return false;
    }
    if (moved) this.#run(uploadId);
    return true;
  }

  /** Goes on with verifications that a stop interrupted, and from now on with those that another server abandons. */
  async recover(): Promise<void> {
    await this.#takeUp(async (upload) => this.#isLost(upload) || (await this.#isHere(upload.id).catch(() => false)));
    this.#beat = setInterval(() => void this.#watch().catch(this.#parts.onError), this.#pace.beatMs);
    this.#beat.unref();
  }

  /** Begins nothing new and waits for running verifications. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beat);
    await Promise.all(this.#running.values());
  }

  async #watch(): Promise<void> {
    const { database, now } = this.#parts;
    await repository.touchVerifying(database.db, [...this.#own], now());
    await this.#takeUp(async (upload) => this.#isLost(upload));
  }

  async #takeUp(may: (upload: Pick<Upload, 'id' | 'updatedAt'>) => Promise<boolean>): Promise<void> {
    const { database, now } = this.#parts;
    for (const upload of await repository.listUnfinished(database.db)) {
      if (this.#own.has(upload.id) || !(await may(upload))) continue;
      const changes = { state: 'verifying', updatedAt: now() } as const;
      if (await repository.moveUpload(database.db, upload.id, ['receiving', 'verifying'], changes))
        this.#run(upload.id);
    }
  }

  #isLost({ updatedAt }: Pick<Upload, 'updatedAt'>): boolean {
    return this.#parts.now().getTime() - updatedAt.getTime() > this.#pace.lostMs;
  }

  /** Whether this server can get at the file: the part file leaves its folder only when the storage has the whole. */
  async #isHere(id: string): Promise<boolean> {
    const { folder, storage } = this.#parts;
    return (await folder.hasAny(id)) || (await storage.size(keyOf(id))) !== undefined;
  }

  #run(id: string): void {
    if (this.#closed || this.#running.has(id)) return;
    this.#own.add(id);
    const running = this.#attempt(id)
      .then(
        () => void this.#own.delete(id),
        (error: unknown) => {
          if (this.#closed) return;
          this.#parts.onError(error);
          this.#later(id);
        },
      )
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  /** Tries again after an error, such as an unreachable storage or a full disk, until it succeeds. */
  #later(id: string): void {
    setTimeout(() => this.#run(id), this.#pace.retryMs).unref();
  }

  /** An upload that was cancelled, or whose protocol was deleted, while its file moved leaves none. */
  async #attempt(id: string): Promise<void> {
    const { database, storage } = this.#parts;
    const state = async () => (await repository.findUpload(database.db, id))?.state ?? 'cancelled';
    try {
      await this.#assemble(id);
    } catch (error) {
      if ((await state()) === 'verifying') throw error;
    }
    if (['cancelled', 'rejected'].includes(await state())) await storage.remove(keyOf(id));
  }

  async #assemble(id: string): Promise<void> {
    const { database, storage, folder } = this.#parts;
    const isHere = await this.#isHere(id);
    // Read after the check of the file: whoever moves it into the storage marks the upload as verified before.
    const upload = await repository.findUpload(database.db, id);
    if (upload?.state !== 'verifying') return;
    if (!upload.protocolId) return rejectUpload(this.#parts, upload, 'Протокол удалён');
    if (!isHere) return void (await this.#askAgain(id));
    const checked = upload.sha256 ? upload : await this.#verify(database.db, upload);
    if (!checked) return;
    await this.#answersIn(storage.adopt(folder.part(id), keyOf(id)), checked.totalSize ?? 0);
    folder.forget(id);
    await finishUpload(this.#parts, checked, keyOf(id));
  }

  /** Reads all of it from the disk once more. Chunks that are not what was acknowledged are asked for again. */
  async #verify(db: Db, upload: Upload): Promise<Upload | undefined> {
    const { folder, hashes, now } = this.#parts;
    const { id, totalChunks } = upload;
    const chunks = await repository.listChunks(db, id);
    const last = chunks.at(-1);
    if (!last || chunks.length !== totalChunks || !(await folder.hasAny(id))) return void (await this.#askAgain(id));
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
    if (broken.length > 0) return void (await this.#askAgain(id, broken));
    const verified = {
      totalSize,
      chunksSha256: digestOfDigests(chunks),
      sha256: digests.whole,
      // Before the file is there: whoever forgets the upload from now on discards it too.
      storageKey: keyOf(id),
      updatedAt: now(),
    };
    return (await repository.moveUpload(db, id, ['verifying'], verified)) ? { ...upload, ...verified } : undefined;
  }

  #askAgain(id: string, indexes?: number[]): Promise<boolean> {
    const { database, now } = this.#parts;
    return repository.askForChunks(database.db, id, indexes, now());
  }

  /** A storage that falls silent is given up and asked anew: a repeated call does no harm. */
  async #answersIn(moving: Promise<void>, bytes: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(new Error('The storage did not answer'));
      timer = setTimeout(giveUp, this.#pace.stallMs + bytes / storageBytesPerMs).unref();
    });
    try {
      await Promise.race([moving, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function keyOf(uploadId: string): string {
  return `videos/${uploadId}/original`;
}

function digestOfDigests(chunks: StoredChunk[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of chunks) hash.update(sha256, 'hex');
  return hash.digest('hex');
}
