import { open, rm } from 'node:fs/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { UploadChunkFields, UploadChunkReply } from '#contract/recordings/upload.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { HashPool } from '#server/platform/storage/index.ts';
import { chunkErrors } from './chunk-errors.ts';
import { type KnownFields, knownBefore, maxChunkBytes, readFields, readForm } from './chunk-form.ts';
import { expectedSize } from './chunk-place.ts';
import type { ChunkSlots, Slot } from './chunk-slots.ts';
import { type ChunkStore, isWholeLost } from './chunk-store.ts';
import { digestChunk, writeChunk } from './chunk-stream.ts';
import { type Watch, writeToPlace } from './chunk-writer.ts';
import { assertRoomWithoutId, findUploadForChunk, openUploadForChunk } from './find-or-start-upload.ts';
import type { PartialChunks } from './partial-chunks.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';
import type { UploadFolder } from './upload-folder.ts';

export type ChunkRequest = {
  ownerId: string;
  protocolId: string;
  parts: AsyncIterable<Multipart>;
  /** Closes a silent connection. */
  cut: () => void;
};

export type ReceiverDeps = {
  db: Db;
  folder: UploadFolder;
  chunks: ChunkStore;
  hashes: HashPool;
  slots: ChunkSlots;
  partials: PartialChunks;
  now: () => Date;
  /** Called when the last chunk is safe; may be called again. */
  complete: (uploadId: string) => Promise<void>;
};

/** A chunk in a separate file, until its position is known. */
type TemporaryChunk = { temporary: string; size: number; name: string };
/** Time without data after which a connection is closed. */
const silenceMs = 60_000;

/**
 * Receives chunks: each is stored safely and its digest is checked (by `chunk-writer`, during the writing) before it is
 * acknowledged.
 */
export class ChunkReceiver {
  readonly #deps: ReceiverDeps;
  readonly #active = new Map<string, Set<AbortController>>();
  readonly #receiving = new Set<() => void>();
  /** Requests with chunks without an upload id, by protocol, oldest first. */
  readonly #chunksWithoutId = new Map<string, Set<ChunkRequest>>();

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** Reads one chunk from a form and acknowledges it. */
  async receive(request: ChunkRequest): Promise<UploadChunkReply> {
    let temporary: string | undefined;
    try {
      const { fields, result } = await readForm<{ reply: UploadChunkReply } | TemporaryChunk>(
        request.parts,
        async (file, before) => {
          const known = knownBefore(before);
          if (known) return { reply: await this.#writeToPlace(request, known, file) };
          const protocol = await repository.findOwnedProtocol(this.#deps.db, {
            ownerId: request.ownerId,
            id: request.protocolId,
          });
          mayTake(protocol && { protocol });
          await assertRoomWithoutId(this.#deps.chunks);
          temporary = this.#deps.folder.temporary();
          this.#chunksWithoutId.set(request.protocolId, this.#sentTo(request).add(request));
          return await this.#writeTemporary(request, temporary, file);
        },
      );
      return 'reply' in result ? result.reply : await this.#placeTemporaryChunk(request, readFields(fields), result);
    } finally {
      this.#forgetSent(request);
      if (temporary) await rm(temporary, { force: true });
    }
  }

  #sentTo({ protocolId }: ChunkRequest): Set<ChunkRequest> {
    return this.#chunksWithoutId.get(protocolId) ?? new Set();
  }

  #forgetSent(request: ChunkRequest): void {
    const sent = this.#sentTo(request);
    sent.delete(request);
    if (sent.size === 0) this.#chunksWithoutId.delete(request.protocolId);
  }

  #depsFor(request: ChunkRequest) {
    const isEarlierChunkArriving = () => {
      const [oldest] = this.#sentTo(request);
      return oldest !== undefined && oldest !== request;
    };
    return { ...this.#deps, isEarlierChunkArriving };
  }

  /** Aborts the requests of an upload that has ended, and forgets its partial chunks. */
  abort(uploadId: string, reason: Error): void {
    this.#deps.partials.forget(uploadId);
    for (const controller of this.#active.get(uploadId) ?? []) controller.abort(reason);
  }

  /**
   * Closes the connections that are sending chunks, so that a shutdown does not wait for them: clients send the chunks
   * again after the start.
   */
  cutAll(): void {
    for (const cut of this.#receiving) cut();
  }

  async #writeToPlace(request: ChunkRequest, fields: KnownFields, part: MultipartFile): Promise<UploadChunkReply> {
    const { db } = this.#deps;
    const { upload_id: uploadId, chunk_index: index } = fields;
    // Read under the lock: it stays true until the lock is released.
    return this.#exclusively(request, uploadId, index, async (slot, signal) => {
      const before = await repository.findBeforeChunk(db, { ...request, uploadId, index });
      const { chunk: known } = mayTake(before);
      const upload = await openUploadForChunk(this.#depsFor(request), request, fields, part.filename, before?.upload);
      const watch = this.#watch(request, slot, signal);
      const isLost = await this.#forgetLost(upload, known ?? undefined);
      if ((known && !isLost) || upload.state !== 'receiving') {
        const sent = await watch((options) => digestChunk(part.file, { ...options, maxBytes: maxChunkBytes }));
        // The digest of a rest cannot be compared: the client names that of the whole chunk.
        const sha256 = fields.chunk_offset ? fields.chunk_sha256 : sent.sha256;
        if (sha256 !== fields.chunk_sha256) throw chunkErrors.hash();
        return this.#again(upload, known ?? undefined, { index, sha256 });
      }
      const size = await writeToPlace(this.#deps, upload, fields, part, { watch, finish: slot.finish });
      signal.throwIfAborted();
      return await this.#acknowledge(upload, { index, size, sha256: fields.chunk_sha256 });
    });
  }

  async #writeTemporary(request: ChunkRequest, path: string, part: MultipartFile): Promise<TemporaryChunk> {
    const file = await open(path, 'wx');
    const watch = this.#watch(request, undefined, new AbortController().signal);
    try {
      const size = await watch((options) => writeChunk(part.file, file, 0, { ...options, maxBytes: maxChunkBytes }));
      if (part.file.truncated) throw chunkErrors.tooLarge();
      return { temporary: path, size, name: part.filename };
    } finally {
      await file.close();
    }
  }

  async #placeTemporaryChunk(
    request: ChunkRequest,
    fields: UploadChunkFields,
    { temporary, size, name }: TemporaryChunk,
  ): Promise<UploadChunkReply> {
    const { db, chunks, hashes } = this.#deps;
    const index = fields.chunk_index;
    // The rest of a chunk is accepted only if all fields come before its data.
    if (fields.chunk_offset) throw chunkErrors.restUnknown();
    if (size === 0) throw fields.total_chunks === 1 ? chunkErrors.empty() : chunkErrors.size();
    const sha256 = await hashes.digestRegion(temporary, 0, size);
    if (fields.chunk_sha256 && fields.chunk_sha256 !== sha256) throw chunkErrors.hash();
    const chunk = { index, size, sha256 };
    const found = await findUploadForChunk(this.#depsFor(request), request, fields, chunk);
    const { id } = await openUploadForChunk(this.#depsFor(request), request, fields, name, found);
    return this.#exclusively(request, id, index, async (slot, signal) => {
      slot.finish();
      // Read again under the lock: the upload may have been cancelled or completed meanwhile.
      const now = await repository.findUpload(db, id);
      if (!now) throw chunkErrors.unknown();
      const upload = await openUploadForChunk(this.#depsFor(request), request, fields, name, now);
      const acknowledged = await repository.findChunk(db, upload.id, index);
      const known = (await this.#forgetLost(upload, acknowledged)) ? undefined : acknowledged;
      if (known || upload.state !== 'receiving') return this.#again(upload, known, chunk);
      const isLast = index === upload.totalChunks - 1;
      const decides = upload.chunkSize === null && (!isLast || upload.totalChunks === 1);
      const chunkSize = decides ? await repository.settleChunkSize(db, upload.id, size) : upload.chunkSize;
      const settled = { ...upload, chunkSize };
      if (size !== (expectedSize(settled, index) ?? size)) throw chunkErrors.size();
      signal.throwIfAborted();
      await chunks.keepTemporary(settled, chunk, temporary);
      signal.throwIfAborted();
      return this.#acknowledge(settled, chunk);
    });
  }

  /** Answers a chunk that was acknowledged before: the same bytes are confirmed, others refused. Nothing is written. */
  async #again(
    upload: Upload,
    known: Pick<StoredChunk, 'sha256'> | undefined,
    sent: Pick<StoredChunk, 'index' | 'sha256'>,
  ): Promise<UploadChunkReply> {
    if (known?.sha256 === sent.sha256) {
      if (await isWholeLost(this.#deps.chunks, upload)) throw chunkErrors.lost();
      return this.#reply(upload, sent.index);
    }
    throw upload.state === 'receiving' ? chunkErrors.conflict() : chunkErrors.assembled();
  }

  async #acknowledge(upload: Upload, chunk: StoredChunk): Promise<UploadChunkReply> {
    const { db, chunks, now } = this.#deps;
    if (await repository.addChunk(db, upload, chunk, now())) return this.#reply(upload, chunk.index);
    // The chunk was acknowledged, or the upload ended, meanwhile, perhaps on another server.
    const found = await repository.findUpload(db, upload.id);
    if (found?.state === 'receiving' || found?.state === 'verifying' || found?.state === 'assembled') {
      return this.#again(found, await repository.findChunk(db, upload.id, chunk.index), chunk);
    }
    await chunks.remove(upload).catch(() => undefined);
    throw found ? chunkErrors.cancelled(found.error) : chunkErrors.unknown();
  }

  async #reply(upload: Upload, index: number): Promise<UploadChunkReply> {
    const { db, complete } = this.#deps;
    const received = await repository.countChunks(db, upload.id);
    const isComplete = received === upload.totalChunks;
    if (isComplete) await complete(upload.id);
    return {
      upload_id: upload.id,
      chunk_index: index,
      received,
      total_chunks: upload.totalChunks,
      complete: isComplete,
    };
  }

  /**
   * Forgets acknowledged chunks that no longer exist, so that they are requested again.
   * @returns whether there were any
   */
  async #forgetLost(upload: Upload, known: StoredChunk | undefined): Promise<boolean> {
    const { db, chunks, now, partials } = this.#deps;
    const { id, state } = upload;
    if (state !== 'receiving' && state !== 'verifying') return false;
    if (!(await chunks.findLost(upload, known))) return false;
    if (state === 'receiving') partials.forget(id);
    // Checked once more, since chunks acknowledged after the first check have their bytes.
    const lost = (await repository.countChunks(db, id)) > 0 && (await chunks.findLost(upload, known));
    if (!lost) return false;
    if (state === 'receiving') return repository.dropLost(db, id, lost);
    if (await repository.askForChunks(db, id, lost, now())) throw chunkErrors.lost();
    return false;
  }

  async #exclusively(
    request: ChunkRequest,
    uploadId: string,
    index: number,
    work: (slot: Slot, signal: AbortSignal) => Promise<UploadChunkReply>,
  ): Promise<UploadChunkReply> {
    const controller = new AbortController();
    const others = this.#active.get(uploadId) ?? new Set();
    this.#active.set(uploadId, others.add(controller));
    // The lock includes the caller's id, since the owner of the upload is only read later: nobody can delay another
    // person.
    const slot = await this.#deps.slots.take(`${request.ownerId}:${uploadId}:${index}`, () => {
      controller.abort(chunkErrors.superseded());
      request.cut();
    });
    try {
      controller.signal.throwIfAborted();
      return await work(slot, controller.signal);
    } catch (error) {
      // If the files were removed, the reason for their removal is thrown instead.
      controller.signal.throwIfAborted();
      throw error;
    } finally {
      slot.release();
      others.delete(controller);
      if (others.size === 0) this.#active.delete(uploadId);
    }
  }

  #watch({ cut }: ChunkRequest, slot: Slot | undefined, signal: AbortSignal): Watch {
    return async (read) => {
      const silence = setTimeout(cut, silenceMs);
      this.#receiving.add(cut);
      const onBytes = () => {
        slot?.touch();
        silence.refresh();
      };
      try {
        return await read({ signal, onBytes, tooLong: chunkErrors.size });
      } finally {
        clearTimeout(silence);
        this.#receiving.delete(cut);
      }
    };
  }
}

/** Throws if the protocol does not accept a recording. @returns its argument */
function mayTake<T extends { protocol: { stage: string } }>(before: T | undefined): T {
  if (!before) throw chunkErrors.notFound();
  if (before.protocol.stage === 'final') throw chunkErrors.final();
  return before;
}
