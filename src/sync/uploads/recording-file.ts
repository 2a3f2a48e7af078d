import { isWholeReadable } from '../store/is-readable.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import type { Store } from '../store/store.ts';
import { chunkLength, type UploadRow } from '../store/upload-row.ts';
import { zeros } from './source.ts';
import { UploadError } from './upload-error.ts';

type Parts = Pick<Store, 'getRecording' | 'getUpload' | 'piecesOf' | 'readablePiecesOf' | 'getChunk'>;

/**
 * Returns a whole recording as one file, read from the device on demand, to be saved elsewhere. It may have become an
 * upload by now, whose chunks stay until it is done. Throws UploadError, also where a part cannot be read: with
 * `fillsGaps` zeros stand in its place.
 */
export async function recordingFile(id: string, store: Parts, { fillsGaps = false } = {}): Promise<File> {
  const recording = await store.getRecording(id);
  const row = recording ?? (await store.getUpload(id));
  if (!row) throw new UploadError('unknown_upload');
  const parts: BlobPart[] = [];
  for (const index of row.hashes.keys()) {
    const chunk = await store.getChunk(id, index).catch(() => undefined);
    if (chunk && (await isWholeReadable(chunk.blob))) parts.push(chunk.blob);
    else if (fillsGaps) parts.push(zeros('total' in row ? chunkLength(row, index) : row.chunkSize));
    else throw new UploadError('unreadable_part');
  }
  if (recording) parts.push(...(await piecesOf(id, store, fillsGaps)));
  const name = fillsGaps ? row.name.replace(/(\.\w+)?$/, ' (с пропуском)$1') : row.name;
  const file = new File(parts, name, { type: row.type });
  // It was cut anew, or deleted after its upload, while it was being read.
  const isSame = fillsGaps ? await isUnchanged(row, store) : file.size === row.size;
  if (!isSame) throw new UploadError('unreadable_part');
  return file;
}

function piecesOf(id: string, store: Parts, readableOnly: boolean): Promise<ArrayBuffer[]> {
  if (readableOnly) return store.readablePiecesOf(id);
  return store.piecesOf(id).catch((cause) => Promise.reject(new UploadError('unreadable_part', { cause })));
}

async function isUnchanged(row: RecordingRow | UploadRow, store: Parts): Promise<boolean> {
  const now = (await store.getRecording(row.id)) ?? (await store.getUpload(row.id));
  return now?.chunkSize === row.chunkSize && now.hashes.length === row.hashes.length;
}
