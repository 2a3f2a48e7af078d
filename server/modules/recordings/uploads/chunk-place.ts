/** Properties of an upload that determine the positions of its chunks. */
export type Layout = { chunkSize: number | null; totalChunks: number; totalSize: number | null };

/** Returns the position of a chunk in the file. Requires the chunk size, except for the first one. */
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
