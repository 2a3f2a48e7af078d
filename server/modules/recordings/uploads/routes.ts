import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/recordings/upload.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { letBodyPause, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { HashPool, type Storage } from '#server/platform/storage/index.ts';
import { Assembler, type Pace, usualPace } from './assembler.ts';
import { asChunkError, chunkErrors } from './chunk-errors.ts';
import { formOptions } from './chunk-form.ts';
import { ChunkReceiver } from './chunk-receiver.ts';
import { ChunkSlots } from './chunk-slots.ts';
import { type ChunkStore, isWholeLost } from './chunk-store.ts';
import { FolderChunks } from './folder-chunks.ts';
import { PartialChunks } from './partial-chunks.ts';
import { repeatUntilDone } from './repeat-until-done.ts';
import type { Upload } from './repository.ts';
import * as repository from './repository.ts';
import { SharedChunks } from './shared-chunks.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { UploadFolder } from './upload-folder.ts';

export type UploadDeps = RouteDeps & {
  database: Database;
  dataDir: string;
  storage: Storage;
  events: EventHub;
  analysis: Analysis;
  clock: () => Date;
  /** Overrides the usual pace. */
  pace?: Partial<Pace> | undefined;
};

/** An upload named by a call: by its protocol and optionally by its own id. */
type AskedUpload = { ownerId: string; protocolId: string; uploadId: string | undefined };

/** Time without data after which a connection loses its chunk to another one that sends the same. */
const silentMs = 2_000;
const sweepEveryMs = 3_600_000;

/** Registers POST, GET and DELETE /protocols/{id}/upload-chunks, and the background work. */
export async function registerUploads(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  const { analysis, database, storage, events, clock: now, pace = {} } = deps;
  const { db } = database;
  const { shared } = storage;
  const folder = await UploadFolder.open(deps.dataDir);
  const hashes = new HashPool(2);
  const wholeFiles = new HashPool(1);
  const onError = (error: unknown) => app.log.error({ err: error }, 'upload');
  const chunks: ChunkStore = shared
    ? new SharedChunks({ db, folder, storage, shared })
    : new FolderChunks({ db, folder, storage, wholeFiles });
  // A server that keeps files in its own folder is the only one.
  const parts = { analysis, database, chunks, storage, events, now, onError, pace };
  const assembler = new Assembler({ ...parts, isAlone: !shared });
  const complete = (id: string) => assembler.begin(id);
  const partials = new PartialChunks();
  const slots = new ChunkSlots(silentMs);
  const receiver = new ChunkReceiver({ db, folder, chunks, hashes, slots, partials, now, complete });

  const route = routesOf(app, deps);

  route(calls.uploadChunk, async ({ params, user, request }) => {
    if (!request.isMultipart()) throw chunkErrors.noFile();
    const parts = request.parts(formOptions);
    // Chunks wait for each other, so the receiver itself closes silent connections.
    letBodyPause(request.raw);
    const cut = () => void request.raw.destroy();
    try {
      return await receiver.receive({ ownerId: user.id, protocolId: params.id, parts, cut });
    } catch (error) {
      throw request.raw.readableAborted ? chunkErrors.broken() : asChunkError(error);
    }
  });

  route(calls.getUpload, async ({ params, query, user }) => {
    const upload = await find({ ownerId: user.id, protocolId: params.id, uploadId: query.upload_id });
    const status = await statusOf(db, upload);
    // So the device keeps the video that it would let go of. A storage that is away is no loss.
    if (await isWholeLost(chunks, upload).catch(() => false))
      return { ...status, state: 'rejected' as const, error: 'Файла видео на сервере больше нет' };
    return {
      ...status,
      ...(upload.state === 'receiving' && { partial: partials.list(upload.id) }),
    };
  });

  route(calls.cancelUpload, async ({ params, query, user }) => {
    const upload = await find({ ownerId: user.id, protocolId: params.id, uploadId: query.upload_id });
    const cancelled = { state: 'cancelled', updatedAt: now() } as const;
    if (await repository.moveUpload(db, upload.id, ['receiving', 'verifying'], cancelled)) {
      receiver.abort(upload.id, chunkErrors.cancelled());
      await repository.dropChunks(db, upload.id, 'all');
      // The sweep removes what an unavailable storage cannot.
      await chunks.remove(upload).catch(onError);
    } else if ((await repository.findUpload(db, upload.id))?.state === 'assembled') throw chunkErrors.assembled();
  });

  async function find({ ownerId, protocolId, uploadId }: AskedUpload): Promise<Upload> {
    if (!(await repository.findOwnedProtocol(db, { ownerId, id: protocolId }))) throw chunkErrors.notFound();
    const upload = uploadId
      ? await repository.findUpload(db, uploadId)
      : ((await repository.findOpen(db, protocolId)) ?? (await repository.findNewest(db, protocolId, ['assembled'])));
    if (upload?.protocolId !== protocolId || upload.ownerId !== ownerId) throw chunkErrors.unknown();
    return upload;
  }

  const sweep = () => sweepUploads({ db, chunks, partials, storage, dataDir: deps.dataDir, now: now() });
  const timer = setInterval(() => void sweep().catch(onError), sweepEveryMs);
  timer.unref();
  const stopping = new AbortController();
  let folderAdopted = Promise.resolve();
  app.addHook('onReady', async () => {
    await assembler.recover();
    const pauseMs = pace.retryMs ?? usualPace.retryMs;
    const { signal } = stopping;
    folderAdopted = repeatUntilDone(() => chunks.takeUpFolder(signal), { pauseMs, signal, onError });
    const swept = sweep().catch(onError);
    // An external storage may be unavailable, which must not prevent the server from starting.
    if (!shared) await swept;
  });
  app.addHook('preClose', async () => receiver.cutAll());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort(new Error('The server stops'));
    const assembled = assembler.close();
    await Promise.all([hashes.close(), wholeFiles.close()]);
    await Promise.all([assembled, folderAdopted]);
  });
}

async function statusOf(db: Db, upload: Upload): Promise<UploadStatus> {
  return {
    upload_id: upload.id,
    state: upload.state,
    received: await repository.listRanges(db, upload.id),
    total_chunks: upload.totalChunks,
    chunk_size: upload.chunkSize,
    total_size: upload.totalSize,
    file_name: upload.fileName,
    ...(upload.state === 'assembled' && { chunks_sha256: upload.chunksSha256, sha256: upload.sha256 }),
    ...(upload.error && { error: upload.error }),
  };
}
