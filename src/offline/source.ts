import type { Store } from './store.ts';
import { chunkLength, type UploadRow } from './upload-row.ts';

/** Where the bytes of a chunk were found. */
export interface ChunkSource {
  blob: Blob;
  from: 'file' | 'staged';
}

/** The chunk's bytes: staged where they are staged, since nobody can change them there, else cut from the live file. */
export async function readChunk(
  store: Pick<Store, 'getChunk'>,
  row: UploadRow,
  index: number,
  file: File | undefined,
): Promise<ChunkSource | undefined> {
  const staged = await store.getChunk(row.id, index);
  if (staged && staged.blob.size === chunkLength(row, index)) return { blob: staged.blob, from: 'staged' };
  return file && { blob: cut(file, row, index), from: 'file' };
}

/** One chunk of the file, read on demand: nothing is in memory yet. */
export function cut(file: File, row: Pick<UploadRow, 'chunkSize' | 'size'>, index: number): Blob {
  return file.slice(index * row.chunkSize, Math.min(row.size, (index + 1) * row.chunkSize));
}

/** Whether the bytes can still be read: a failed request does not tell a lost line from a file that is gone. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Whether this is the file that the upload began with: by its size and the digests that are known of it. */
export async function isSameFile(row: UploadRow, file: File, hash: (blob: Blob) => Promise<string>): Promise<boolean> {
  if (file.size !== row.size) return false;
  for (const [index, known] of row.hashes.entries()) {
    if (known !== null && (await hash(cut(file, row, index))) !== known) return false;
  }
  return true;
}
