import { outboxStore } from './outbox-store.ts';
import { recordingStore } from './recording-store.ts';
import { putChunk, toChunk } from './store-chunks.ts';
import { createConnection, type DatabaseShape, type Use } from './store-connection.ts';
import { databaseName, type SessionCopy, type StagedChunk, type StoredChunk } from './store-schema.ts';
import { halved, type UploadRow } from './upload-row.ts';

/** The device has no room for what was to be kept. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

export type Store = ReturnType<typeof createStore>;

/**
 * The queue's database: the only user of IndexedDB here. Every write resolves when its transaction is complete, since
 * Chromium reports a request as done and then aborts for want of room.
 */
export function createStore(name: string = databaseName, shape?: DatabaseShape) {
  const connection = createConnection(name, shape);

  const use: Use = (work) =>
    connection.use(work).catch((error: unknown) => {
      if (isStorageFull(error)) throw new StorageFullError('На устройстве мало места', { cause: error });
      throw error;
    });

  return {
    getUpload: (id: string) => use((database) => database.get('uploads', id)),
    allUploads: () => use((database) => database.getAll('uploads')),
    uploadsOf: (ownerId: string) => use((database) => database.getAllFromIndex('uploads', 'owner', ownerId)),

    /** `strict` waits for the disk itself, so that the row outlives a power cut too. */
    putUpload: (row: UploadRow, durability: IDBTransactionDurability = 'relaxed') =>
      use(async (database) => {
        const transaction = database.transaction('uploads', 'readwrite', { durability });
        await Promise.all([transaction.store.put(row), transaction.done]);
      }),

    deleteUpload: (id: string) =>
      use(async (database) => {
        const transaction = database.transaction(['uploads', 'chunks'], 'readwrite');
        await Promise.all([
          transaction.objectStore('uploads').delete(id),
          transaction.objectStore('chunks').delete(chunksOf(id)),
          transaction.done,
        ]);
      }),

    /**
     * Halves the staged chunks of an upload, and its row with them, in one step; nothing where that was done. The `lost` ones
     * are not read: nothing is left of them.
     */
    halveChunks: (id: string, chunkSize: number, lost: readonly number[] = []) => halveChunks(use, id, chunkSize, lost),

    /** Stages a chunk; false where the upload's row is missing. Throws StorageFullError. */
    putChunk: (chunk: StagedChunk) => putChunk(use, chunk),

    getChunk: (uploadId: string, index: number) =>
      use(async (database) => {
        const stored = await database.get('chunks', [uploadId, index]);
        return stored && toChunk(stored);
      }),

    deleteChunk: (uploadId: string, index: number) => use((database) => database.delete('chunks', [uploadId, index])),

    deleteChunks: (uploadId: string) => use((database) => database.delete('chunks', chunksOf(uploadId))),

    stagedIndexes: (uploadId: string) =>
      use(async (database) => (await database.getAllKeys('chunks', chunksOf(uploadId))).map(([, index]) => index)),

    readSession: () => use((database) => database.get('session', 'session')),

    /** Reads, changes and writes the session in one transaction. */
    updateSession: (change: (copy: SessionCopy | undefined) => SessionCopy) =>
      use(async (database) => {
        const transaction = database.transaction('session', 'readwrite');
        const copy = change(await transaction.store.get('session'));
        await Promise.all([transaction.store.put(copy, 'session'), transaction.done]);
      }),

    ...outboxStore(use),
    ...recordingStore(use),

    /** Schema status of the database; screens say what it asks of the person. */
    schemaStatus: connection.schemaStatus,
    subscribe: connection.subscribe,
    close: connection.close,
  };
}

function chunksOf(uploadId: string): IDBKeyRange {
  return IDBKeyRange.bound([uploadId, 0], [uploadId, Number.MAX_SAFE_INTEGER]);
}

function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/**
 * Cuts the staged chunks of an upload to half their size, and its row with them: both or neither. From the last one to the
 * first, since a half takes the place of a chunk that was cut before.
 */
function halveChunks(use: Use, id: string, chunkSize: number, lost: readonly number[]): Promise<void> {
  return use(async (database) => {
    const transaction = database.transaction(['uploads', 'chunks'], 'readwrite', { durability: 'strict' });
    const rows = transaction.objectStore('uploads');
    const chunks = transaction.objectStore('chunks');
    const row = await rows.get(id);
    if (row?.chunkSize === chunkSize) {
      const half = halved(row).chunkSize;
      for (let index = row.total - 1; index >= 0; index--) {
        const whole = lost.includes(index) ? undefined : await chunks.get([id, index]);
        if (!whole) {
          // The chunks there were cut before.
          void chunks.delete(IDBKeyRange.bound([id, 2 * index], [id, 2 * index + 1]));
          continue;
        }
        const second = part(whole, half, chunkSize);
        void chunks.put({ ...part(whole, 0, half), index: 2 * index });
        // Of a chunk that was stored too short nothing may stay in the place of its second half.
        if (sizeOf(second) > 0) void chunks.put({ ...second, index: 2 * index + 1 });
        else void chunks.delete([id, 2 * index + 1]);
      }
      void rows.put(halved(row));
    }
    await transaction.done;
  });
}

/** Returns a part of a chunk in the same form as the whole; its digest is not computed yet. */
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
