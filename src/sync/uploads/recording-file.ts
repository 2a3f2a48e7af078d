import type { Store } from '../store/store.ts';
import { UploadError } from './upload-error.ts';

/** All of a recording as one file, read from the device on demand: to be saved elsewhere. */
export async function recordingFile(
  id: string,
  store: Pick<Store, 'getRecording' | 'piecesOf' | 'getChunk'>,
): Promise<File> {
  const recording = await store.getRecording(id);
  if (!recording) throw new UploadError('unknown_upload');
  const chunks: Blob[] = [];
  for (const index of recording.hashes.keys()) {
    const chunk = await store.getChunk(id, index);
    if (!chunk) throw new UploadError('unreadable_file');
    chunks.push(chunk.blob);
  }
  return new File([...chunks, ...(await store.piecesOf(id))], recording.name, { type: recording.type });
}
