/** The properties of an upload that determine where its chunks lie. */
export type Layout = { chunkSize: number | null; totalChunks: number; totalSize: number | null };

/** Where a chunk begins in the file. Needs the chunk size, but for the first one. */
export function positionOf({ chunkSize }: Layout, index: number): number {
  if (index === 0) return 0;
  if (chunkSize === null) throw new Error('The place of this chunk is not known yet');
  return chunkSize * index;
}

/** Returns the size that a chunk must have; undefined where the client has not sent enough fields. */
export function expectedSize({ chunkSize, totalChunks, totalSize }: Layout, index: number): number | undefined {
  if (index < totalChunks - 1) return chunkSize ?? undefined;
  if (totalSize === null) return undefined;
  if (totalChunks === 1) return totalSize;
  return chunkSize === null ? undefined : totalSize - chunkSize * (totalChunks - 1);
}
