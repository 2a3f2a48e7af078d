import type { RecordingRow } from '../store/recording-row.ts';
import type { Store } from '../store/store.ts';
import type { Hasher } from '../uploads/hasher.ts';

interface KeeperDeps {
  store: Pick<Store, 'addPiece' | 'putRecordedChunk' | 'foldPieces'>;
  hash: Hasher;
}

/** There is nothing any more that could be appended to. */
export class RecordingGoneError extends Error {
  override name = 'RecordingGoneError';
}

/**
 * Keeps what a recorder gives, piece after piece in their order, and puts pieces together to chunks of the upload that it
 * becomes: nothing is copied when it is over. What `append` rejects with stands for all that comes after it, too.
 */
export function createRecordingKeeper({ store, hash }: KeeperDeps, { id, chunkSize }: RecordingRow) {
  let tail: ArrayBuffer[] = [];
  let tailBytes = 0;
  let chunks = 0;
  let last: Promise<void> = Promise.resolve();

  async function keep(piece: Blob, millis: number): Promise<void> {
    const bytes = await piece.arrayBuffer();
    if (!(await store.addPiece(id, bytes, millis))) throw new RecordingGoneError();
    tail.push(bytes);
    tailBytes += bytes.byteLength;
    while (tailBytes >= chunkSize) await fold();
  }

  async function fold(): Promise<void> {
    const whole = new Blob(tail);
    const blob = whole.slice(0, chunkSize);
    const rest = await whole.slice(chunkSize).arrayBuffer();
    const sha256 = await hash(blob);
    // The pieces go only when the chunk is there: whatever is killed in between, one of them leads to the bytes.
    if (!(await store.putRecordedChunk({ uploadId: id, index: chunks, blob, sha256 }))) throw new RecordingGoneError();
    await store.foldPieces(id, sha256, rest);
    chunks += 1;
    tail = rest.byteLength > 0 ? [rest] : [];
    tailBytes = rest.byteLength;
  }

  return {
    /** Resolves once it is on the disk; `millis` is how long the recording is with it. */
    append(piece: Blob, millis: number): Promise<void> {
      last = last.then(() => keep(piece, millis));
      return last;
    },
    /** Resolves when all that was handed in is kept, or will never be. */
    settled: (): Promise<void> => last.catch(() => undefined),
  };
}
