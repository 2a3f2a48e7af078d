import type { RecordingRow } from './recording-row.ts';
import { putChunk } from './store-chunks.ts';
import type { Use } from './store-connection.ts';
import type { StagedChunk } from './store-schema.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * The store's part for recordings that are being made. Pieces are buffers, which every browser keeps, and each is on the
 * disk itself before it counts: a power cut takes the last one or two.
 */
export function recordingStore(use: Use) {
  return {
    recordingsOf: (ownerId: string) => use((database) => database.getAllFromIndex('recordings', 'owner', ownerId)),
    getRecording: (id: string) => use((database) => database.get('recordings', id)),

    putRecording: (row: RecordingRow): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction('recordings', 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put(row), transaction.done]);
      }),

    /**
     * Appends a piece; `millis` is the length of the recording including it. False where it was discarded or deleted.
     */
    addPiece: (id: string, bytes: ArrayBuffer, millis: number): Promise<boolean> =>
      use(async (database) => {
        const transaction = database.transaction(['recordings', 'pieces'], 'readwrite', { durability: 'strict' });
        const rows = transaction.objectStore('recordings');
        const row = await rows.get(id);
        if (row) {
          const { nextPiece, size } = row;
          void transaction.objectStore('pieces').put({ recordingId: id, number: nextPiece, bytes });
          void rows.put({ ...row, nextPiece: nextPiece + 1, size: size + bytes.byteLength, millis });
        }
        await transaction.done;
        return row !== undefined;
      }),

    /** Returns the pieces that are in no chunk yet, in order. */
    piecesOf: (id: string) =>
      use(async (database) => (await database.getAll('pieces', piecesOf(id))).map(({ bytes }) => bytes)),

    /** Returns those of them that the device can read: one that it cannot read makes a read of all of them fail. */
    readablePiecesOf: (id: string) =>
      use(async (database) => {
        const keys = await database.getAllKeys('pieces', piecesOf(id));
        const read = await Promise.all(keys.map((key) => database.get('pieces', key).catch(() => undefined)));
        return read.flatMap((piece) => (piece ? [piece.bytes] : []));
      }),

    /** The same as `putChunk`, for a recording. */
    putRecordedChunk: (chunk: StagedChunk) => putChunk(use, chunk, 'recordings'),

    /** Replaces the pieces by the chunk that they were joined to; `rest` is left over. */
    foldPieces: (id: string, sha256: string, rest: ArrayBuffer): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction(['recordings', 'pieces'], 'readwrite', { durability: 'strict' });
        const rows = transaction.objectStore('recordings');
        const pieces = transaction.objectStore('pieces');
        const row = await rows.get(id);
        if (row) {
          void pieces.delete(piecesOf(id));
          if (rest.byteLength > 0) void pieces.put({ recordingId: id, number: row.nextPiece, bytes: rest });
          void rows.put({ ...row, nextPiece: row.nextPiece + 1, hashes: [...row.hashes, sha256] });
        }
        await transaction.done;
      }),

    /** Turns the recording into an upload whose chunks are all on the device; false where the recording is gone. */
    turnIntoUpload: (upload: UploadRow): Promise<boolean> =>
      use(async (database) => {
        const transaction = database.transaction(['recordings', 'pieces', 'uploads'], 'readwrite', {
          durability: 'strict',
        });
        const rows = transaction.objectStore('recordings');
        const isThere = (await rows.count(upload.id)) > 0;
        if (isThere) {
          void transaction.objectStore('uploads').put(upload);
          void transaction.objectStore('pieces').delete(piecesOf(upload.id));
          void rows.delete(upload.id);
        }
        await transaction.done;
        return isThere;
      }),

    deleteRecording: (id: string): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction(['recordings', 'pieces', 'chunks'], 'readwrite');
        const isThere = (await transaction.objectStore('recordings').count(id)) > 0;
        // A recording that became an upload meanwhile has its chunks under the same id.
        if (isThere) void transaction.objectStore('chunks').delete(piecesOf(id));
        void transaction.objectStore('recordings').delete(id);
        void transaction.objectStore('pieces').delete(piecesOf(id));
        await transaction.done;
      }),
  };
}

function piecesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
