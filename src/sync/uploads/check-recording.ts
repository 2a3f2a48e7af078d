import { isRecording, sniffBytes } from './recording-kind.ts';
import { UploadError } from './upload-error.ts';

/** Looks at a chosen file before it is queued. Throws UploadError: empty, not to be read, or no recording. */
export async function checkRecording(file: File): Promise<void> {
  if (file.size === 0) throw new UploadError('empty_file');
  let head: ArrayBuffer;
  try {
    head = await file.slice(0, sniffBytes).arrayBuffer();
  } catch (cause) {
    throw new UploadError('unreadable_file', { cause });
  }
  if (!isRecording(new Uint8Array(head), file)) throw new UploadError('not_video');
}
