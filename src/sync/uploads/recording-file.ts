import type { Store } from '../store/store.ts';
import { UploadError } from './upload-error.ts';

type Parts = Pick<Store, 'getRecording' | 'getUpload' | 'piecesOf' | 'getChunk'>;

/**
 * Returns a whole recording as one file, read from the device on demand, to be saved elsewhere. It may have become an
 * upload by now, whose chunks stay until it is done. Throws UploadError.
 */
export async function recordingFile(id: string, store: Parts): Promise<File> {
  const recording = await store.getRecording(id);
  const row = recording ?? (await store.getUpload(id));
  if (!row) throw new UploadError('unknown_upload');
  const parts: BlobPart[] = [];
  for (const index of row.hashes.keys()) {
    const chunk = await store.getChunk(id, index);
    if (!chunk) throw new UploadError('unreadable_file');
    parts.push(chunk.blob);
  }
  if (recording) parts.push(...(await store.piecesOf(id)));
  const file = new File(parts, row.name, { type: row.type });
  // It was cut anew, or deleted after its upload, while it was being read.
  if (file.size !== row.size) throw new UploadError('unreadable_file');
  return file;
}
