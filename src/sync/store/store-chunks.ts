import type { Use } from './store-connection.ts';
import type { StagedChunk, StoredChunk } from './store-schema.ts';

// WebKit fails to keep some Blobs (dexie#1227, #1919), and large buffers.
const bufferBytes = 4 * 1024 * 1024;

/** The object store with the row that a chunk belongs to. */
type Rows = 'uploads' | 'recordings';

/**
 * Stages one chunk: as a Blob, which costs no memory, or as buffers where the browser refuses it or keeps it broken.
 * Resolves with false, and keeps nothing, where the row that it belongs to is not there: it is over, or the browser's
 * storage was cleared. Throws StorageFullError, or the error of a source that cannot be read.
 */
export async function putChunk(use: Use, chunk: StagedChunk, rows: Rows = 'uploads'): Promise<boolean> {
  const key: [string, number] = [chunk.uploadId, chunk.index];
  try {
    if (!(await put(use, chunk, rows))) return false;
    const kept = await use((database) => database.get('chunks', key));
    if (kept && toChunk(kept).blob.size === chunk.blob.size) return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'StorageFullError') throw error;
  }
  const { blob, ...rest } = chunk;
  return put(use, { ...rest, buffers: await toBuffers(blob) }, rows);
}

/** The staged chunk, whichever way it was kept. */
export function toChunk(stored: StoredChunk): StagedChunk {
  if ('blob' in stored) return stored;
  const { buffers, ...rest } = stored;
  return { ...rest, blob: new Blob(buffers) };
}

function put(use: Use, chunk: StoredChunk, rows: Rows): Promise<boolean> {
  return use(async (database) => {
    // The pieces of a recording are deleted after it: nothing else has these bytes. An upload has its file.
    const durability = rows === 'recordings' ? 'strict' : 'default';
    const transaction = database.transaction([rows, 'chunks'], 'readwrite', { durability });
    const isKept = (await transaction.objectStore(rows).count(chunk.uploadId)) > 0;
    if (isKept) await Promise.all([transaction.objectStore('chunks').put(chunk), transaction.done]);
    else await transaction.done;
    return isKept;
  });
}

async function toBuffers(blob: Blob): Promise<ArrayBuffer[]> {
  const buffers: ArrayBuffer[] = [];
  for (let from = 0; from < blob.size; from += bufferBytes) {
    buffers.push(await blob.slice(from, from + bufferBytes).arrayBuffer());
  }
  return buffers;
}
