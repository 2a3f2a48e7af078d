import type { RecordingRow } from '../store/recording-row.ts';
import type { Store } from '../store/store.ts';
import type { Hasher } from '../uploads/hasher.ts';

interface WriterDeps {
  store: Pick<Store, 'addPiece' | 'putRecordedChunk' | 'foldPieces'>;
  hash: Hasher;
}

/** The recording was discarded or cleared away: nothing can be appended. */
export class RecordingGoneError extends Error {
  override name = 'RecordingGoneError';
}

/**
 * Writes the pieces of a recorder to the disk in their order, and joins them to chunks of the upload that the recording becomes,
 * so that nothing is copied when it is over. After one `append` has rejected, all later ones reject alike.
 */
export function createRecordingWriter({ store, hash }: WriterDeps, { id, chunkSize }: RecordingRow) {
  let tail: ArrayBuffer[] = [];
  let tailBytes = 0;
  let chunks = 0;
  let last: Promise<void> = Promise.resolve();

  async function writePiece(piece: Blob, millis: number): Promise<void> {
    const bytes = await piece.arrayBuffer();
    if (!(await store.addPiece(id, bytes, millis))) throw new RecordingGoneError();
    tail.push(bytes);
    tailBytes += bytes.byteLength;
    while (tailBytes >= chunkSize) await joinPiecesToChunk();
  }

  async function joinPiecesToChunk(): Promise<void> {
    const whole = new Blob(tail);
    const blob = whole.slice(0, chunkSize);
    const rest = await whole.slice(chunkSize).arrayBuffer();
    const sha256 = await hash(blob);
    // The pieces are deleted only when the chunk is stored: wherever it is killed, one of the two holds the bytes.
    if (!(await store.putRecordedChunk({ uploadId: id, index: chunks, blob, sha256 }))) throw new RecordingGoneError();
    await store.foldPieces(id, sha256, rest);
    chunks += 1;
    tail = rest.byteLength > 0 ? [rest] : [];
    tailBytes = rest.byteLength;
  }

  return {
    /** Resolves once the piece is on the disk. `millis` is the length of the recording with it. */
    append(piece: Blob, millis: number): Promise<void> {
      last = last.then(() => writePiece(piece, millis));
      return last;
    },
    /** Resolves when each appended piece is on the disk, or has failed. */
    settled: (): Promise<void> => last.catch(() => undefined),
  };
}
