import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isDiscarded } from '#server/platform/storage/index.ts';
import { type AssemblerDeps, finishUpload, rejectUpload } from './finish-upload.ts';
import * as lease from './lease-repository.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';
import { findWhole, sizeOf } from './whole-file.ts';

/** Times in milliseconds. */
export type Pace = {
  /** Time for which a server that stops reporting keeps the upload that it verifies. */
  leaseMs: number;
  /** Interval of the lease renewals, and of the search for uploads whose lease has lapsed. */
  beatMs: number;
  /** Pause before a failed verification is repeated. */
  retryMs: number;
  /** Time allowed for a storage to answer, plus a second per megabyte. */
  stallMs: number;
};

export const usualPace: Pace = { leaseMs: 20_000, beatMs: 5_000, retryMs: 15_000, stallMs: 10 * 60_000 };
const storageBytesPerMs = 1_000;
/**
 * Number of beats between two searches for complete uploads that nobody has begun to verify; a search counts the chunks
 * of all open uploads.
 */
const completeEvery = 6;
/**
 * Maximum number of concurrent verifications, since each reads a whole recording. Further ones wait, and another server
 * may take them before their turn.
 */
const maxAtOnce = 3;
/** Time that verifications have to end by themselves when the server stops: less than a process waits for its end. */
const closeMs = 3_000;

type Which = (typeof lease.takeable)[keyof typeof lease.takeable];
type Verified = Upload & { storageKey: string };
type Attempt = { claimed: Upload; stop: AbortController; ended: Promise<void> };

/**
 * Verifies complete uploads in the background and gives their files to the protocols. Each upload is verified by one
 * server, which holds a lease in the database. When its lease lapses, another server takes over, and further writes of
 * the first are ignored.
 */
export class Assembler {
  readonly #deps: AssemblerDeps;
  readonly #pace: Pace;
  readonly #isAlone: boolean;
  readonly #running = new Map<string, Attempt>();
  readonly #waiting = new Map<string, Which>();
  #taking = 0;
  readonly #owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  #timer: NodeJS.Timeout | undefined;
  #beats = 0;
  #closed = false;

  /** @param deps.isAlone no other server is running, so that verifications found at the start were interrupted */
  constructor({ pace, isAlone = false, ...deps }: AssemblerDeps & { pace?: Partial<Pace>; isAlone?: boolean }) {
    this.#deps = deps;
    this.#pace = { ...usualPace, ...pace };
    this.#isAlone = isAlone;
  }

  /** Starts the verification after the last chunk. Returns at once; the work continues even after a restart. */
  async begin(uploadId: string): Promise<void> {
    const take = () => this.#take(uploadId, lease.takeable.complete);
    const before = this.#running.get(uploadId);
    if (!before) return take();
    // The running verification may just have requested this chunk again and be about to end.
    void before.ended.then(take).catch(this.#deps.onError);
  }

  /** Continues interrupted verifications, and from then on those that another server abandons. */
  async recover(): Promise<void> {
    const { database } = this.#deps;
    const quietMs = this.#isAlone ? 0 : this.#pace.leaseMs;
    for (const id of await repository.listUnfinished(database.db, quietMs)) {
      await this.#take(id, this.#isAlone ? lease.takeable.any : lease.takeable.lapsed);
    }
    this.#timer = setInterval(() => void this.#beat().catch(this.#deps.onError), this.#pace.beatMs);
    this.#timer.unref();
  }

  /**
   * Starts nothing new, and leaves unfinished verifications to the next server, also those that hang in a storage: the
   * process ends under them.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort(new Error('The server stops'));
    const patience = new AbortController();
    const late = pause(closeMs, undefined, patience).catch(() => undefined);
    await Promise.race([Promise.all(running.map(({ ended }) => ended)), late]);
    patience.abort();
    const { db } = this.#deps.database;
    const left = [...this.#running.values()];
    await Promise.all(left.map(({ claimed }) => lease.releaseLease(db, claimed, 0).catch(this.#deps.onError)));
  }

  async #beat(): Promise<void> {
    const { database, now } = this.#deps;
    const { db } = database;
    const running = [...this.#running];
    const ids = running.map(([id]) => id);
    const renewed = await lease.renewLeases(db, ids, this.#holder, now());
    for (const [id, { claimed, stop }] of running) {
      if (renewed.get(id) !== claimed.fence) stop.abort(new Error('The upload has ended or is another server’s'));
    }
    const isWideLook = this.#beats++ % completeEvery === 0;
    const found = isWideLook ? await repository.listUnfinished(db, this.#pace.leaseMs) : await lease.listLapsed(db);
    for (const id of found) await this.#take(id, lease.takeable.lapsed);
  }

  get #holder() {
    return { owner: this.#owner, leaseMs: this.#pace.leaseMs };
  }

  async #take(id: string, which: Which): Promise<void> {
    if (this.#closed || this.#running.has(id)) return;
    if (this.#running.size + this.#taking >= maxAtOnce) return void this.#waiting.set(id, which);
    this.#taking += 1;
    try {
      await this.#startIfTaken(id, which);
    } finally {
      this.#taking -= 1;
      this.#takeNext();
    }
  }

  #takeNext(): void {
    const [next] = this.#waiting;
    if (!next || this.#running.size + this.#taking >= maxAtOnce) return;
    this.#waiting.delete(next[0]);
    void this.#take(...next).catch(this.#deps.onError);
  }

  async #startIfTaken(id: string, which: Which): Promise<void> {
    const { database, now } = this.#deps;
    const claimed = await lease.takeUpload(database.db, id, which, this.#holder, now());
    if (!claimed) return;
    if (this.#closed) return lease.releaseLease(database.db, claimed, 0);
    const stop = new AbortController();
    const ended = this.#attempt(claimed, stop.signal)
      .catch(async (error: unknown) => {
        if (!this.#closed) this.#deps.onError(error);
        await lease.releaseLease(database.db, claimed, this.#closed ? 0 : this.#pace.retryMs).catch(() => undefined);
      })
      .finally(() => {
        this.#running.delete(id);
        this.#takeNext();
      });
    this.#running.set(id, { claimed, stop, ended });
  }

  /**
   * Removes files that do not become a recording: the upload may be cancelled, or its protocol deleted, while its file
   * is made.
   */
  async #attempt(claimed: Upload, signal: AbortSignal): Promise<void> {
    const { database, chunks, storage } = this.#deps;
    const upload = await chunks.ensureChunkPlace(claimed);
    const key = await chunks.keyOf(upload);
    let failure: unknown;
    try {
      await this.#assemble(upload, key, signal);
    } catch (error) {
      failure = error;
    }
    const after = await repository.findUpload(database.db, upload.id);
    const isOurs = after?.state === 'verifying' && after.fence === upload.fence;
    if (isOurs && failure !== undefined) {
      // The next attempt uses a different key, and discards what cannot be removed here.
      if (after.sha256 === null) await chunks.dropUnread(key).catch(() => undefined);
      throw failure;
    }
    const isNamed = after?.storageKey === key && (after.state === 'verifying' || after.state === 'assembled');
    if (!isNamed) await storage.remove(key);
    if (after?.state !== 'receiving' && after?.state !== 'verifying') await chunks.remove(upload);
  }

  async #assemble(upload: Upload, key: string, signal: AbortSignal): Promise<void> {
    const { chunks } = this.#deps;
    if (!upload.protocolId) return rejectUpload(this.#deps, upload, 'Протокол удалён');
    const isVerified = upload.sha256 !== null && (await chunks.hasWhole(upload, key));
    const verified = isVerified ? { ...upload, storageKey: key } : await this.#verify(upload, key, signal);
    if (!verified) return;
    await this.#answersIn(chunks.finish(verified, verified.storageKey), verified.totalSize ?? 0);
    await finishUpload(this.#deps, verified, verified.storageKey);
  }

  /** Reads the whole upload once more. Chunks that differ from what was acknowledged are requested again. */
  async #verify(upload: Upload, key: string, signal: AbortSignal): Promise<Verified | undefined> {
    const { database, chunks, now } = this.#deps;
    const { db } = database;
    const { id, fence } = upload;
    const ask = async (lost: Parameters<typeof repository.askForChunks>[2]) => {
      await repository.askForChunks(db, id, lost, now(), fence);
    };
    const known = await repository.listChunks(db, id);
    const missing = await chunks.findMissing(upload, known, key, signal);
    // An older build of the server may have taken an upload that has since lost a chunk.
    if (known.length !== upload.totalChunks) return void (await ask(missing ?? []));
    if (missing) return (await this.#takeWhole(upload, known, signal)) ?? void (await ask(missing));
    if (!(await this.#name(upload, key))) return;
    const digests = await chunks.digest(upload, known, key, signal);
    const broken = known.filter(({ sha256 }, at) => sha256 !== digests.pieces[at]).map(({ index }) => index);
    if (broken.length > 0) return void (await ask(broken));
    return this.#note(upload, known, { key, sha256: digests.whole });
  }

  /** Takes the file that an earlier attempt put together, of which the database may have lost all memory. */
  async #takeWhole(upload: Upload, known: StoredChunk[], signal: AbortSignal): Promise<Verified | undefined> {
    const { database, storage } = this.#deps;
    const isGoing = (key: string) => isDiscarded(database.db, key);
    const whole = await findWhole(storage, upload.id, known, isGoing, signal);
    if (!whole || !(await this.#name(upload, whole.key))) return undefined;
    return this.#note(upload, known, whole);
  }

  /** Stores what was read. @returns undefined if another server has taken the upload since */
  async #note(
    upload: Upload,
    known: StoredChunk[],
    { key, sha256 }: { key: string; sha256: string },
  ): Promise<Verified | undefined> {
    const { database, now } = this.#deps;
    const chunksSha256 = digestOfDigests(known);
    const verified = { totalSize: sizeOf(known), chunksSha256, sha256, storageKey: key, updatedAt: now() };
    const isWritten = await repository.moveUpload(database.db, upload.id, ['verifying'], verified, upload.fence);
    return isWritten ? { ...upload, ...verified } : undefined;
  }

  /** Stores the key before the file exists, so that whoever deletes the upload from then on also discards the file. */
  async #name({ id, fence, storageKey }: Upload, key: string): Promise<boolean> {
    const { database, now } = this.#deps;
    return database.db.transaction(async (tx) => {
      const named = { storageKey: key, sha256: null };
      if (!(await repository.moveUpload(tx, id, ['verifying'], named, fence))) return false;
      if (storageKey !== key) await repository.discardWhole(tx, { id, storageKey }, now());
      return true;
    });
  }

  /** Gives up on a storage that does not answer; the retry repeats the call, which does no harm. */
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

function digestOfDigests(chunks: StoredChunk[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of chunks) hash.update(sha256, 'hex');
  return hash.digest('hex');
}
