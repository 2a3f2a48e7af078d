import type { Use } from './store-connection.ts';
import type { StoredChunk } from './store-schema.ts';
import { halved } from './upload-row.ts';

/**
 * Cuts the staged chunks of an upload to half their size, and its row with them: both or neither. From the last one to the
 * first, since a half takes the place of a chunk that was cut before.
 */
export function halveChunks(use: Use, id: string, chunkSize: number): Promise<void> {
  return use(async (database) => {
    const transaction = database.transaction(['uploads', 'chunks'], 'readwrite', { durability: 'strict' });
    const rows = transaction.objectStore('uploads');
    const chunks = transaction.objectStore('chunks');
    const row = await rows.get(id);
    if (row?.chunkSize === chunkSize) {
      const half = halved(row).chunkSize;
      for (let index = row.total - 1; index >= 0; index--) {
        const whole = await chunks.get([id, index]);
        if (!whole) continue;
        const second = part(whole, half, chunkSize);
        void chunks.put({ ...part(whole, 0, half), index: 2 * index });
        if (sizeOf(second) > 0) void chunks.put({ ...second, index: 2 * index + 1 });
      }
      void rows.put(halved(row));
    }
    await transaction.done;
  });
}

/** A part of a chunk, kept in the way that the browser takes; nobody has read its digest yet. */
function part(whole: StoredChunk, from: number, to: number): StoredChunk {
  const { uploadId, index } = whole;
  const rest = { uploadId, index, sha256: '' };
  if ('blob' in whole) return { ...rest, blob: whole.blob.slice(from, to) };
  let at = 0;
  const buffers = whole.buffers.map((buffer) => {
    const begin = at;
    at += buffer.byteLength;
    return buffer.slice(Math.max(0, from - begin), Math.max(0, to - begin));
  });
  return { ...rest, buffers: buffers.filter(({ byteLength }) => byteLength > 0) };
}

function sizeOf(chunk: StoredChunk): number {
  return 'blob' in chunk ? chunk.blob.size : chunk.buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
