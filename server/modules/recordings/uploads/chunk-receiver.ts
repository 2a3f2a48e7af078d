import { open, rm } from 'node:fs/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { UploadChunkFields, UploadChunkReply } from '#contract/upload.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { HashPool } from '#server/platform/storage/index.ts';
import { chunkErrors } from './chunk-errors.ts';
import { type KnownFields, knownBefore, maxChunkBytes, readFields, readForm } from './chunk-form.ts';
import { expectedSize, positionOf } from './chunk-place.ts';
import type { ChunkSlots, Slot } from './chunk-slots.ts';
import { digestChunk, writeChunk } from './chunk-stream.ts';
import { type Watch, writeToPlace } from './chunk-writer.ts';
import { findUploadOf, takeOrStartUpload } from './find-or-start-upload.ts';
import type { PartialChunks } from './partial-chunks.ts';
import type { Upload } from './repository.ts';
import * as repository from './repository.ts';
import type { UploadFolder } from './upload-folder.ts';

export type ChunkRequest = {
  ownerId: string;
  protocolId: string;
  parts: AsyncIterable<Multipart>;
  /** Cuts a connection that has fallen silent. */
  cut: () => void;
};

export type ReceiverParts = {
  db: Db;
  folder: UploadFolder;
  hashes: HashPool;
  slots: ChunkSlots;
  partials: PartialChunks;
  now: () => Date;
  /** Called when the last chunk is safe; may be called again. False where the file is gone since. */
  complete: (uploadId: string) => Promise<boolean>;
};

type Chunk = { index: number; size: number; sha256: string };
/** A chunk in a file of its own, until its place is known. */
type TemporaryChunk = { temporary: string; size: number; name: string };
/** A connection without a byte for this long is given up. */
const silenceMs = 60_000;

/** Takes chunks in: each is on the disk, and known to be what was sent, before it is acknowledged. */
export class ChunkReceiver {
  readonly #parts: ReceiverParts;
  readonly #active = new Map<string, Set<AbortController>>();
  readonly #receiving = new Set<() => void>();

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
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
          const protocol = await repository.findOwnProtocol(this.#parts.db, request.protocolId, request.ownerId);
          mayTake(protocol && { protocol });
          temporary = this.#parts.folder.temporary();
          return await this.#writeTemporary(request, temporary, file);
        },
      );
      return 'reply' in result ? result.reply : await this.#settle(request, readFields(fields), result);
    } finally {
      if (temporary) await rm(temporary, { force: true });
    }
  }

  /** Ends what is being received for an upload that is over, and forgets what was begun of it. */
  abort(uploadId: string, reason: Error): void {
    this.#parts.partials.forget(uploadId);
    for (const controller of this.#active.get(uploadId) ?? []) controller.abort(reason);
  }

  /** Cuts what is still coming in, so that a stop need not wait for it: it is sent again after the start. */
  cutAll(): void {
    for (const cut of this.#receiving) cut();
  }

  async #writeToPlace(request: ChunkRequest, fields: KnownFields, part: MultipartFile): Promise<UploadChunkReply> {
    const { db } = this.#parts;
    const { upload_id: uploadId, chunk_index: index } = fields;
    // Read behind the lock: what it says of the chunk stays true until the lock is given back.
    return this.#exclusively(request, uploadId, index, async (slot, signal) => {
      const before = await repository.findBeforeChunk(db, { ...request, uploadId, index });
      const { chunk: known } = mayTake(before);
      const upload = await takeOrStartUpload(this.#parts, request, fields, part.filename, before?.upload);
      const watch = this.#watch(request, slot, signal);
      const isLost = await this.#forgetLostPart(upload);
      if ((known && !isLost) || upload.state !== 'receiving') {
        const sent = await watch((options) => digestChunk(part.file, { ...options, maxBytes: maxChunkBytes }));
        // Of a rest the digest says nothing: the client names that of the whole.
        const sha256 = fields.chunk_offset ? fields.chunk_sha256 : sent.sha256;
        if (sha256 !== fields.chunk_sha256) throw chunkErrors.hash();
        return this.#again(upload, known ?? undefined, { index, sha256 });
      }
      const size = await writeToPlace(this.#parts, upload, fields, part, { watch, finish: slot.finish });
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

  async #settle(
    request: ChunkRequest,
    fields: UploadChunkFields,
    { temporary, size, name }: TemporaryChunk,
  ): Promise<UploadChunkReply> {
    const { db, folder, hashes } = this.#parts;
    const index = fields.chunk_index;
    // A rest is taken only where all is known before its bytes come.
    if (fields.chunk_offset) throw chunkErrors.restUnknown();
    if (size === 0) throw fields.total_chunks === 1 ? chunkErrors.empty() : chunkErrors.size();
    const sha256 = await hashes.digestRegion(temporary, 0, size);
    if (fields.chunk_sha256 && fields.chunk_sha256 !== sha256) throw chunkErrors.hash();
    const chunk = { index, size, sha256 };
    const found = await findUploadOf(this.#parts, request, fields, chunk);
    const { id } = await takeOrStartUpload(this.#parts, request, fields, name, found);
    return this.#exclusively(request, id, index, async (slot, signal) => {
      slot.finish();
      // Once more behind the lock: it may have been cancelled meanwhile, or have got all its chunks.
      const now = await repository.findUpload(db, id);
      if (!now) throw chunkErrors.unknown();
      const upload = await takeOrStartUpload(this.#parts, request, fields, name, now);
      const isLost = await this.#forgetLostPart(upload);
      const known = isLost ? undefined : await repository.findChunk(db, upload.id, index);
      if (known || upload.state !== 'receiving') return this.#again(upload, known, chunk);
      const isLast = index === upload.totalChunks - 1;
      const decides = upload.chunkSize === null && (!isLast || upload.totalChunks === 1);
      const chunkSize = decides ? await repository.settleChunkSize(db, upload.id, size) : upload.chunkSize;
      const settled = { ...upload, chunkSize };
      if (size !== (expectedSize(settled, index) ?? size)) throw chunkErrors.size();
      signal.throwIfAborted();
      if (chunkSize === null) await folder.keepLast(temporary, upload.id);
      else await folder.place(temporary, upload.id, positionOf(settled, index));
      signal.throwIfAborted();
      return this.#acknowledge(settled, chunk);
    });
  }

  /** An index that was acknowledged before: the same bytes are no news, others are refused. Nothing is written. */
  async #again(
    upload: Upload,
    known: Pick<Chunk, 'sha256'> | undefined,
    sent: Pick<Chunk, 'index' | 'sha256'>,
  ): Promise<UploadChunkReply> {
    if (known?.sha256 === sent.sha256) return this.#reply(upload, sent.index);
    throw upload.state === 'receiving' ? chunkErrors.conflict() : chunkErrors.assembled();
  }

  async #acknowledge(upload: Upload, chunk: Chunk): Promise<UploadChunkReply> {
    const { db, now } = this.#parts;
    if (!(await repository.addChunk(db, upload, chunk, now()))) {
      const known = await repository.findChunk(db, upload.id, chunk.index);
      if (known?.sha256 !== chunk.sha256) throw chunkErrors.conflict();
    }
    return this.#reply(upload, chunk.index);
  }

  async #reply(upload: Upload, index: number): Promise<UploadChunkReply> {
    const { db, complete } = this.#parts;
    const received = await repository.countChunks(db, upload.id);
    const isComplete = received === upload.totalChunks;
    if (isComplete && !(await complete(upload.id))) throw chunkErrors.lost();
    return {
      upload_id: upload.id,
      chunk_index: index,
      received,
      total_chunks: upload.totalChunks,
      complete: isComplete,
    };
  }

  /**
   * A part file that somebody removed takes its chunks with it: they are asked for again, never taken for granted.
   * @returns whether it did
   */
  async #forgetLostPart({ id, state }: Upload): Promise<boolean> {
    const { db, folder, partials } = this.#parts;
    if (state !== 'receiving' || (await folder.hasPart(id))) return false;
    partials.forget(id);
    folder.forget(id);
    if ((await repository.countChunks(db, id)) === 0 || (await folder.hasAny(id))) return false;
    await repository.dropChunks(db, id);
    return true;
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
    // By owner, since whose upload it is stands in the database: nobody holds up another's.
    const slot = await this.#parts.slots.take(`${request.ownerId}:${uploadId}:${index}`, () => {
      controller.abort(chunkErrors.superseded());
      request.cut();
    });
    try {
      controller.signal.throwIfAborted();
      return await work(slot, controller.signal);
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

/** Whether the protocol takes a recording. @returns what was asked about */
function mayTake<T extends { protocol: { stage: string } }>(before: T | undefined): T {
  if (!before) throw chunkErrors.notFound();
  if (before.protocol.stage === 'final') throw chunkErrors.final();
  return before;
}
