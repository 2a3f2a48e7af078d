type Partial = { sha256: string; bytes: number };

/**
 * What lies on the disk of chunks whose request was broken off, so that only the rest need be sent again. Kept in memory
 * alone: nothing of it was promised to anybody, a server that was started again asks for the whole chunk.
 */
export class PartialChunks {
  readonly #uploads = new Map<string, Map<number, Partial>>();

  /** So many bytes of the chunk with this digest are written, from its beginning. */
  note(uploadId: string, index: number, partial: Partial): void {
    const chunks = this.#uploads.get(uploadId) ?? new Map<number, Partial>();
    this.#uploads.set(uploadId, chunks.set(index, partial));
  }

  /** Bytes that are here of the chunk with this digest; 0 where they are another content's. */
  held(uploadId: string, index: number, sha256: string): number {
    const partial = this.#uploads.get(uploadId)?.get(index);
    return partial?.sha256 === sha256 ? partial.bytes : 0;
  }

  list(uploadId: string): { index: number; bytes: number }[] {
    const chunks = [...(this.#uploads.get(uploadId) ?? [])].map(([index, { bytes }]) => ({ index, bytes }));
    return chunks.filter(({ bytes }) => bytes > 0).sort((one, other) => one.index - other.index);
  }

  /** Forgets one chunk, or all of an upload. */
  forget(uploadId: string, index?: number): void {
    const chunks = this.#uploads.get(uploadId);
    if (index !== undefined) chunks?.delete(index);
    if (index === undefined || chunks?.size === 0) this.#uploads.delete(uploadId);
  }
}
