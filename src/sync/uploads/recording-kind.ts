import { looksLikeRecording, sniffBytes } from '#contract/recordings/recording-signatures.ts';
import { UploadError } from './upload-error.ts';

/**
 * Whether a file starts as a video or a sound recording does. Its name and type are hints only: they may be wrong, and
 * so they decide nothing but the raw streams that carry no mark of their own. The server's probe has the last word.
 */
export function isRecording(head: Uint8Array, { name, type }: { name: string; type: string }): boolean {
  if (looksLikeRecording(head)) return true;
  return /\.(mpe?g|m2v|m4v|dv|mp3|aac)$/i.test(name) && /^(video|audio)\//.test(type) && !isText(head);
}

function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Checks a chosen file before it is queued. Throws UploadError where it cannot be read, or is no recording. */
export async function checkRecording(file: File): Promise<void> {
  let head: ArrayBuffer;
  try {
    head = await file.slice(0, sniffBytes).arrayBuffer();
  } catch (cause) {
    throw new UploadError('unreadable_file', { cause });
  }
  if (!isRecording(new Uint8Array(head), file)) throw new UploadError('not_video');
}
