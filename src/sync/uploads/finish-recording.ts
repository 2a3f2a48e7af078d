import type { Store } from '../store/store.ts';
import type { UploadRow } from '../store/upload-row.ts';
import type { Hasher } from './hasher.ts';
import { UploadError } from './upload-error.ts';

interface FinishDeps {
  store: Pick<
    Store,
    'getRecording' | 'piecesOf' | 'readablePiecesOf' | 'putRecordedChunk' | 'turnIntoUpload' | 'deleteRecording'
  >;
  hash: Hasher;
  /** Epoch milliseconds. */
  now: number;
  /** The person agreed that what the device cannot read is missing. */
  fillsGaps?: true | undefined;
}

/**
 * Turns a recording into an upload, whether it was just stopped or left by a browser that died: pieces that are in no
 * chunk yet become the last chunks. If killed in between, it is still a recording. Throws UploadError, or
 * StorageFullError.
 */
export async function finishRecording(id: string, { store, hash, now, fillsGaps }: FinishDeps): Promise<UploadRow> {
  const recording = await store.getRecording(id);
  if (!recording) throw new UploadError('unknown_upload');
  const { ownerId, protocolId, name, type, chunkSize } = recording;
  const hashes = [...recording.hashes];
  const pieces = fillsGaps ? store.readablePiecesOf(id) : store.piecesOf(id);
  const tail = new Blob(await pieces.catch((cause) => Promise.reject(new UploadError('unreadable_part', { cause }))));
  const size = hashes.length * chunkSize + tail.size;
  if (size === 0) {
    await store.deleteRecording(id);
    throw new UploadError('empty_file');
  }
  for (let at = 0; at < tail.size; at += chunkSize) {
    const blob = tail.slice(at, at + chunkSize);
    const sha256 = await hash(blob);
    if (!(await store.putRecordedChunk({ uploadId: id, index: hashes.length, blob, sha256 }))) break;
    hashes.push(sha256);
  }
  const file = { name, type, size, lastModified: now };
  const begun = newRow(file, { id, ownerId, protocolId, chunkSize, now });
  const row: UploadRow = { ...begun, hashes, recorded: true };
  if (!(await store.turnIntoUpload(row))) throw new UploadError('unknown_upload');
  return row;
}

/** Returns the row of a new upload. */
export function newRow(
  file: Pick<File, 'name' | 'type' | 'size' | 'lastModified'>,
  {
    id,
    ownerId,
    protocolId,
    chunkSize,
    now,
  }: Pick<UploadRow, 'id' | 'ownerId' | 'protocolId' | 'chunkSize'> & { now: number },
): UploadRow {
  const total = Math.ceil(file.size / chunkSize);
  return {
    id,
    uploadId: id,
    ownerId,
    protocolId,
    name: file.name,
    type: file.type,
    size: file.size,
    lastModified: file.lastModified,
    chunkSize,
    total,
    state: 'queued',
    begun: false,
    acknowledged: [],
    hashes: new Array<null>(total).fill(null),
    attempt: 0,
    nextAttemptAt: null,
    lastError: null,
    processAt: null,
    processed: false,
    createdAt: now,
  };
}
