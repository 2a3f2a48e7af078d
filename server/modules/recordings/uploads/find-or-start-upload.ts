import { uuidv7 } from 'uuidv7';
import type { UploadChunkFields } from '#contract/upload.ts';
import type { Db } from '#server/platform/db/index.ts';
import { conflictExplainer } from '#server/platform/http/index.ts';
import { hasPlaceForPart } from '../parts/repository.ts';
import { chunkErrors } from './chunk-errors.ts';
import { maxFileBytes } from './chunk-form.ts';
import type { ChunkStore } from './chunk-store.ts';
import { mayReplace } from './finish-upload.ts';
import { plainName } from './plain-name.ts';
import type { StoredChunk, Upload } from './repository.ts';
import * as repository from './repository.ts';

type Place = { ownerId: string; protocolId: string };
type Parts = {
  db: Db;
  chunks: ChunkStore;
  now: () => Date;
  /** Whether a chunk without a name has been coming to the protocol for longer than this one: it may take minutes. */
  isSent: () => boolean;
};

/** An upload without a chunk for so long gives way: its device may be lost, or its storage cleared; or it is only paused. */
const abandonedMs = 60 * 60_000;
/** The same of one that nobody can name, so that its device can only go on with it at once or never. */
const withoutIdMs = 10 * 60_000;
/** And where another file is begun in the same way: the one before broke off. Longer than `touchEveryMs`. */
const begunAnewMs = 2 * 60_000;
/** A foreign client that lost the last answer sends the chunk again within this. */
const echoMs = 10 * 60_000;

/**
 * The upload that a chunk belongs to, by the name that its form gives; without one it is the protocol's open upload with
 * the same number of chunks.
 */
export async function findUploadOf(
  parts: Parts,
  place: Place,
  fields: UploadChunkFields,
  chunk: StoredChunk,
): Promise<Upload | undefined> {
  if (fields.upload_id) return repository.findUpload(parts.db, fields.upload_id);
  return guess(parts, place, fields, chunk);
}

/**
 * The upload that was found for a chunk, or a new one that the chunk starts.
 * @returns an upload that is being received; else one that has all its chunks: then the chunk can only be a repetition
 */
export async function takeOrStartUpload(
  parts: Parts,
  place: Place,
  fields: UploadChunkFields,
  fileName: string,
  found: Upload | null | undefined,
): Promise<Upload> {
  const upload = found ?? (await start(parts, place, fields, fileName));
  if (upload.protocolId !== place.protocolId || upload.ownerId !== place.ownerId) throw chunkErrors.unknown();
  if (upload.state === 'cancelled' || upload.state === 'rejected') throw chunkErrors.cancelled(upload.error);
  if (upload.totalChunks !== fields.total_chunks) throw chunkErrors.total();
  if (differs(upload.chunkSize, fields.chunk_size) || differs(upload.totalSize, fields.total_size))
    throw chunkErrors.size();
  if (upload.totalSize === null)
    await assertRoomWithoutId(parts.chunks, (fields.chunk_index + 1) * (upload.chunkSize ?? 0));
  return parts.chunks.settle(upload.setAsideAt ? await reopenUpload(parts, upload) : upload);
}

/** For a chunk of an upload that names no size, whose end is not known before it is there. */
export async function assertRoomWithoutId(chunks: Pick<ChunkStore, 'hasReserve'>, reached = 0): Promise<void> {
  if (reached > maxFileBytes) throw chunkErrors.tooLargeFile();
  if (!(await chunks.hasReserve())) throw chunkErrors.full();
}

async function guess(
  parts: Parts,
  { protocolId }: Place,
  { total_chunks }: UploadChunkFields,
  chunk: StoredChunk,
): Promise<Upload | undefined> {
  const { db, now } = parts;
  const open = await repository.findOpen(db, protocolId);
  if (open) {
    // It gives way once it is sure that the other one can begin.
    const isOver = hasNoId(open) && isSilent(parts, open, begunAnewMs);
    if (isOver && (await beginsAnother(db, open, total_chunks, chunk))) return undefined;
    if (open.totalChunks !== total_chunks) throw chunkErrors.other(open.id);
    return open;
  }
  const last = await repository.findNewest(db, protocolId, ['assembled']);
  if (last?.totalChunks !== total_chunks) return undefined;
  const recent = now().getTime() - (last.assembledAt?.getTime() ?? 0) < echoMs;
  const known = recent ? await repository.findChunk(db, last.id, chunk.index) : undefined;
  return known?.sha256 === chunk.sha256 ? last : undefined;
}

async function start(parts: Parts, place: Place, fields: UploadChunkFields, fileName: string): Promise<Upload> {
  const { db, chunks, now } = parts;
  const protocol = await repository.findOwnProtocol(db, { ownerId: place.ownerId, id: place.protocolId });
  if (protocol?.stage === 'finish') throw chunkErrors.complete();
  if (fields.total_size !== undefined && !(await chunks.hasRoom(fields.total_size))) throw chunkErrors.full();
  const id = fields.upload_id ?? uuidv7();
  const upload = {
    ...place,
    id,
    fileName: plainName(fields.file_name ?? fileName),
    fileType: fields.file_type ?? '',
    chunkSize: fields.chunk_size ?? null,
    totalSize: fields.total_size ?? null,
    totalChunks: fields.total_chunks,
    ...placeOf(fields),
    chunksAt: chunks.newPlace(),
    createdAt: now(),
    updatedAt: now(),
  };
  // It would be refused once all of it is there.
  const isNext = protocol?.video && !mayReplace(upload, protocol.video);
  if (isNext && !(await hasPlaceForPart(db, place.protocolId))) throw chunkErrors.tooMany();
  await repository.addUpload(db, upload);
  const started = await repository.findUpload(db, id);
  if (started) return started;
  const open = await repository.findOpen(db, place.protocolId);
  const withoutIdFor = fields.upload_id ? withoutIdMs : begunAnewMs;
  if (open && (await givesWay(parts, open, withoutIdFor))) return start(parts, place, fields, fileName);
  throw open ? chunkErrors.other(open.id) : chunkErrors.unknown();
}

/**
 * What an upload may replace: who names nothing but its own upload has asked nobody, and loses nothing by being the next part. A
 * client of the specification cannot name even that: it replaces the first.
 */
function placeOf({ upload_id, place, instead_of, beside_id, speaker }: UploadChunkFields) {
  const isNext = place === 'next' || (upload_id !== undefined && instead_of === undefined);
  return {
    ...{ place: isNext ? ('next' as const) : null, insteadOf: isNext ? null : (instead_of ?? null) },
    ...{ besideId: (isNext && beside_id) || null, speaker: speaker || null },
  };
}

/**
 * Whether an upload that nobody has gone on with for long makes room for another. One that can be named again is set aside
 * with its chunks, until it is gone on with or `abandonedDays` are over; that of a foreign client ends, and sooner.
 */
async function givesWay(parts: Parts, upload: Upload, withoutIdFor = withoutIdMs): Promise<boolean> {
  const { db, chunks, now } = parts;
  const { id } = upload;
  if (!isSilent(parts, upload, withoutIdFor)) return false;
  if (!hasNoId(upload)) return repository.setAside(db, upload, now());
  // It is whole, and about to be verified.
  if ((await repository.countChunks(db, id)) === upload.totalChunks) return false;
  const givenUp = { state: 'cancelled', updatedAt: now() } as const;
  if (!(await repository.moveUpload(db, id, ['receiving'], givenUp))) return false;
  await repository.dropChunks(db, id, 'all');
  // The sweep removes what cannot be removed now.
  await chunks.remove(upload).catch(() => undefined);
  return true;
}

function isSilent({ now, isSent }: Parts, upload: Upload, withoutIdFor: number): boolean {
  const silentMs = now().getTime() - upload.updatedAt.getTime();
  return hasNoId(upload) ? silentMs >= withoutIdFor && !isSent() : silentMs >= abandonedMs;
}

/** Of a client of the specification, which names its upload by nothing. */
const hasNoId = ({ place, insteadOf }: Upload) => place === null && insteadOf === null;

/** Whether this is the first chunk of another file than the one that is coming. */
async function beginsAnother(
  db: Db,
  open: Upload,
  totalChunks: number,
  { index, sha256 }: StoredChunk,
): Promise<boolean> {
  if (index !== 0) return false;
  if (open.totalChunks !== totalChunks) return true;
  const first = await repository.findChunk(db, open.id, 0);
  return first !== undefined && first.sha256 !== sha256;
}

/** Goes on with an upload that was set aside, once no other is on its way. */
async function reopenUpload(parts: Parts, upload: Upload): Promise<Upload> {
  const { db, now } = parts;
  const open = await repository.findOpen(db, upload.protocolId ?? '');
  const isFree = !open || open.id === upload.id || (await givesWay(parts, open));
  if (!isFree) throw chunkErrors.other(open.id);
  const back = repository.reopenUpload(db, upload.id, now());
  return (await back.catch(conflictExplainer({ uploads_open: chunkErrors.superseded }))) ?? upload;
}

function differs(known: number | null, given: number | undefined): boolean {
  return known !== null && given !== undefined && known !== given;
}
