type Partial = { sha256: string; bytes: number };

/**
 * Records which part of a chunk is on the disk when its request breaks off, so that only the rest is sent again. Kept
 * in memory only: no part was acknowledged, and a restarted server requests the whole chunk.
 */
export class PartialChunks {
  readonly #uploads = new Map<string, Map<number, Partial>>();

  /** Records how many bytes of the chunk with this digest are written, from its beginning. */
  note(uploadId: string, index: number, partial: Partial): void {
    const chunks = this.#uploads.get(uploadId) ?? new Map<number, Partial>();
    this.#uploads.set(uploadId, chunks.set(index, partial));
  }

  /** Returns how many bytes of the chunk with this digest are written; 0 if the content is different. */
  bytesOf(uploadId: string, index: number, sha256: string): number {
    const partial = this.#uploads.get(uploadId)?.get(index);
    return partial?.sha256 === sha256 ? partial.bytes : 0;
  }

  list(uploadId: string): { index: number; bytes: number }[] {
    const chunks = [...(this.#uploads.get(uploadId) ?? [])].map(([index, { bytes }]) => ({ index, bytes }));
    return chunks.filter(({ bytes }) => bytes > 0).sort((one, other) => one.index - other.index);
  }

  /** Returns the uploads with recorded parts. */
  uploads(): string[] {
    return [...this.#uploads.keys()];
  }

  /** Forgets one chunk, or all of an upload. */
  forget(uploadId: string, index?: number): void {
    const chunks = this.#uploads.get(uploadId);
    if (index !== undefined) chunks?.delete(index);
    if (index === undefined || chunks?.size === 0) this.#uploads.delete(uploadId);
  }
}
