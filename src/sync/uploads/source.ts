import type { Store } from '../store/store.ts';
import { chunkLength, type UploadRow } from '../store/upload-row.ts';
import type { Drive } from './engine-types.ts';
import type { Hasher } from './hasher.ts';

/** The bytes of a chunk, and where they come from. */
export interface ChunkSource {
  blob: Blob;
  /** `gap`: zeros in place of what cannot be read, which keep all that follows in its place. */
  from: 'file' | 'staged' | 'gap';
  /** Of a staged chunk. */
  sha256?: string;
}

/**
 * Returns the chunk's bytes: the staged copy, which nobody can change, else a part of the live file. Throws where the device
 * fails as a whole, which tells nothing of the chunks of a recording made here.
 */
export async function readChunk(
  store: Pick<Store, 'getChunk' | 'stagedIndexes'>,
  { row, staged }: Pick<Drive, 'row' | 'staged'>,
  index: number,
  file: File | undefined,
): Promise<ChunkSource | undefined> {
  if (staged.includes(index)) {
    const chunk = await store.getChunk(row.id, index).catch(() => undefined);
    if (chunk?.blob.size === chunkLength(row, index)) return { blob: chunk.blob, from: 'staged', sha256: chunk.sha256 };
  }
  if (file) return { blob: cut(file, row, index), from: 'file' };
  if (row.recorded) await store.stagedIndexes(row.id);
  return row.gaps?.includes(index) ? { blob: zeros(chunkLength(row, index)), from: 'gap' } : undefined;
}

/** Returns what stands in place of bytes that cannot be read. */
export function zeros(size: number): Blob {
  return new Blob([new Uint8Array(size)]);
}

/** Returns one chunk of the file, which is read on demand and not yet in memory. */
export function cut(file: File, row: Pick<UploadRow, 'chunkSize' | 'size'>, index: number): Blob {
  return file.slice(index * row.chunkSize, Math.min(row.size, (index + 1) * row.chunkSize));
}

/** Whether this is the file that the upload began with: by its size and every digest that is known of it. */
export async function isSameFile(
  row: UploadRow,
  file: File,
  store: Pick<Store, 'getChunk'>,
  hash: Hasher,
): Promise<boolean> {
  if (file.size !== row.size) return false;
  for (const [index, hashed] of row.hashes.entries()) {
    const known = hashed ?? (await store.getChunk(row.id, index).catch(() => undefined))?.sha256;
    if (known && (await hash(cut(file, row, index))) !== known) return false;
  }
  return true;
}
