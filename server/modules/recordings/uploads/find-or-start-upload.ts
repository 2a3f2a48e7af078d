import { uuidv7 } from 'uuidv7';
import type { UploadChunkFields } from '#contract/recordings/upload.ts';
import { conflictExplainer, type Db } from '#server/platform/db/index.ts';
import { hasPlaceForPart } from '../parts/repository.ts';
import {
  anonymousRestartMs,
  anonymousTimeoutMs,
  beginsAnotherFile,
  findRepeated,
  isAnonymousClient,
} from './anonymous-upload.ts';
import { chunkErrors } from './chunk-errors.ts';
import { maxFileBytes } from './chunk-form.ts';
import type { ChunkStore } from './chunk-store.ts';
import { mayReplace } from './finish-upload.ts';
import { plainName } from './plain-name.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';

type UploadTarget = { ownerId: string; protocolId: string };
type Deps = {
  db: Db;
  chunks: ChunkStore;
  now: () => Date;
  /** Returns whether an earlier anonymous chunk is still arriving for the protocol, which may take minutes. */
  isEarlierChunkArriving: () => boolean;
};

/**
 * Time without a chunk after which an upload makes room: its device may be lost, its storage cleared, or the upload
 * paused.
 */
const abandonedMs = 60 * 60_000;

/**
 * Returns the upload of a chunk by the id in its form; without an id, the protocol's open upload with the same number
 * of chunks.
 */
export async function findUploadForChunk(
  deps: Deps,
  target: UploadTarget,
  fields: UploadChunkFields,
  chunk: StoredChunk,
): Promise<Upload | undefined> {
  if (fields.upload_id) return repository.findUpload(deps.db, fields.upload_id);
  return guess(deps, target, fields, chunk);
}

/**
 * Opens the upload found for a chunk, or a new one that the chunk starts.
 * @returns an upload that is being received, or one that has all its chunks, in which case the chunk can only be a
 * repetition
 */
export async function openUploadForChunk(
  deps: Deps,
  target: UploadTarget,
  fields: UploadChunkFields,
  fileName: string,
  found: Upload | null | undefined,
): Promise<Upload> {
  const upload = found ?? (await start(deps, target, fields, fileName));
  if (upload.protocolId !== target.protocolId || upload.ownerId !== target.ownerId) throw chunkErrors.unknown();
  if (upload.state === 'cancelled' || upload.state === 'rejected') throw chunkErrors.cancelled(upload.error);
  if (upload.totalChunks !== fields.total_chunks) throw chunkErrors.total();
  if (differs(upload.chunkSize, fields.chunk_size) || differs(upload.totalSize, fields.total_size))
    throw chunkErrors.size();
  if (upload.totalSize === null)
    await assertRoomWithoutId(deps.chunks, (fields.chunk_index + 1) * (upload.chunkSize ?? 0));
  return deps.chunks.ensureChunkPlace(upload.suspendedAt ? await reopenUpload(deps, upload) : upload);
}

/**
 * Throws a 413 or 507 if there is no room for a chunk of an upload that states no size and whose end is therefore
 * unknown.
 */
export async function assertRoomWithoutId(chunks: Pick<ChunkStore, 'hasReserve'>, reached = 0): Promise<void> {
  if (reached > maxFileBytes) throw chunkErrors.tooLargeFile();
  if (!(await chunks.hasReserve())) throw chunkErrors.full();
}

async function guess(
  deps: Deps,
  { protocolId }: UploadTarget,
  { total_chunks }: UploadChunkFields,
  chunk: StoredChunk,
): Promise<Upload | undefined> {
  const { db, now } = deps;
  const open = await repository.findOpen(db, protocolId);
  if (open) {
    // It makes room only once it is certain that the other one can begin.
    const isOver = isAnonymousClient(open) && isSilent(deps, open, anonymousRestartMs);
    if (isOver && (await beginsAnotherFile(db, open, total_chunks, chunk))) return undefined;
    if (open.totalChunks !== total_chunks) throw chunkErrors.other(open.id);
    return open;
  }
  return findRepeated(db, protocolId, { chunk, totalChunks: total_chunks, now: now() });
}

async function start(deps: Deps, target: UploadTarget, fields: UploadChunkFields, fileName: string): Promise<Upload> {
  const { db, chunks, now } = deps;
  const protocol = await repository.findOwnedProtocol(db, { ownerId: target.ownerId, id: target.protocolId });
  if (protocol?.stage === 'finish') throw chunkErrors.complete();
  const { total_size: size, upload_id: uploadId } = fields;
  if (size !== undefined && !(await chunks.hasRoom(size, uploadId))) throw chunkErrors.full();
  const id = fields.upload_id ?? uuidv7();
  const upload = {
    ...target,
    id,
    fileName: plainName(fields.file_name ?? fileName),
    fileType: fields.file_type ?? '',
    chunkSize: fields.chunk_size ?? null,
    totalSize: fields.total_size ?? null,
    totalChunks: fields.total_chunks,
    ...replacementOf(fields),
    chunksAt: chunks.newPlace(),
    createdAt: now(),
    updatedAt: now(),
  };
  // Otherwise it would be refused only after everything has been received.
  const isNext = protocol?.video && !mayReplace(upload, protocol.video);
  if (isNext && !(await hasPlaceForPart(db, target.protocolId))) throw chunkErrors.tooMany();
  await repository.addUpload(db, upload);
  const started = await repository.findUpload(db, id);
  if (started) return started;
  const open = await repository.findOpen(db, target.protocolId);
  const timeoutMs = fields.upload_id ? anonymousTimeoutMs : anonymousRestartMs;
  if (open && (await makeRoom(deps, open, timeoutMs))) return start(deps, target, fields, fileName);
  throw open ? chunkErrors.other(open.id) : chunkErrors.unknown();
}

/**
 * Returns what an upload may replace. A client that names only its own upload has not asked anybody, and loses nothing
 * if it becomes the next part. An anonymous client cannot name even that: it replaces the first recording.
 */
function replacementOf({ upload_id, place, instead_of, beside_id, speaker }: UploadChunkFields) {
  const isNext = place === 'next' || (upload_id !== undefined && instead_of === undefined);
  return {
    ...{ place: isNext ? ('next' as const) : null, insteadOf: isNext ? null : (instead_of ?? null) },
    ...{ besideId: (isNext && beside_id) || null, speaker: speaker || null },
  };
}

/**
 * Suspends an upload that has long been silent, so that another can begin, and keeps its chunks until it continues or
 * `abandonedDays` have passed; an anonymous one is cancelled instead, and sooner.
 * @returns whether there is room
 */
async function makeRoom(deps: Deps, upload: Upload, timeoutMs = anonymousTimeoutMs): Promise<boolean> {
  const { db, chunks, now } = deps;
  const { id } = upload;
  if (!isSilent(deps, upload, timeoutMs)) return false;
  if (!isAnonymousClient(upload)) return repository.suspend(db, upload, now());
  // It is complete and about to be verified.
  if ((await repository.countChunks(db, id)) === upload.totalChunks) return false;
  const givenUp = { state: 'cancelled', updatedAt: now() } as const;
  if (!(await repository.moveUpload(db, id, ['receiving'], givenUp))) return false;
  await repository.dropChunks(db, id, 'all');
  // The sweep removes what cannot be removed here.
  await chunks.remove(upload).catch(() => undefined);
  return true;
}

function isSilent({ now, isEarlierChunkArriving }: Deps, upload: Upload, timeoutMs: number): boolean {
  const silentMs = now().getTime() - upload.updatedAt.getTime();
  return isAnonymousClient(upload) ? silentMs >= timeoutMs && !isEarlierChunkArriving() : silentMs >= abandonedMs;
}

/** Continues a suspended upload, once no other is in progress. */
async function reopenUpload(deps: Deps, upload: Upload): Promise<Upload> {
  const { db, now } = deps;
  const open = await repository.findOpen(db, upload.protocolId ?? '');
  const isFree = !open || open.id === upload.id || (await makeRoom(deps, open));
  if (!isFree) throw chunkErrors.other(open.id);
  const back = repository.reopenUpload(db, upload, now());
  const opened = await back.catch(conflictExplainer({ uploads_open: chunkErrors.superseded }));
  if (!opened) throw chunkErrors.unknown();
  return opened;
}

function differs(known: number | null, given: number | undefined): boolean {
  return known !== null && given !== undefined && known !== given;
}
