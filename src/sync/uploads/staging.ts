import { isReadable } from '../store/is-readable.ts';
import { hasIndex } from '../store/ranges.ts';
import { StorageFullError, type Store } from '../store/store.ts';
import type { UploadRow } from '../store/upload-row.ts';
import type { Hasher } from './hasher.ts';
import { cut } from './source.ts';

export interface StagingDeps {
  store: Pick<Store, 'putChunk' | 'deleteChunk' | 'stagedIndexes'>;
  hash: Hasher;
  /** Returns the current row; undefined once the upload is over. */
  row(): Promise<UploadRow | undefined>;
  /** Resolves when the next copy is worth its cost: never while the upload will be done before a copy could matter. */
  untilWorthwhile(): Promise<void>;
  onStaged(row: UploadRow, index: number, sha256: string): void;
  signal: AbortSignal;
}

/**
 * Copies the file chunk by chunk onto the device, from its end, while sending goes on from its beginning: where they
 * meet all is safe, and what was sent by then need not be copied. Resolves 'done', or why it stopped: 'unkept' where the
 * device has no row of the upload, so that nothing would lead to its chunks.
 */
export async function stage(
  file: File,
  deps: StagingDeps,
): Promise<'done' | 'full' | 'source-lost' | 'stopped' | 'unkept'> {
  try {
    let row = await deps.row();
    const staged = new Set(row ? await deps.store.stagedIndexes(row.id) : []);
    while (row) {
      await deps.untilWorthwhile();
      if (deps.signal.aborted) return 'stopped';
      const index = lastMissing(row, staged);
      if (index === undefined) return 'done';
      const after = await stageOne(file, row, index, deps, staged);
      if (after === 'unkept') return after;
      row = after;
    }
    return 'done';
  } catch (error) {
    // A disk that fills up before the quota is reached fails like a missing file: only reading tells them apart.
    return error instanceof StorageFullError || (await isReadable(file)) ? 'full' : 'source-lost';
  }
}

/** Stages one chunk, unless it arrived at the server or was cut anew meanwhile. Resolves with the row as it is then. */
async function stageOne(
  file: File,
  { chunkSize }: UploadRow,
  index: number,
  { store, hash, row, onStaged }: StagingDeps,
  staged: Set<number>,
): Promise<UploadRow | 'unkept' | undefined> {
  const isNeeded = (now: UploadRow) => now.chunkSize === chunkSize && !hasIndex(now.acknowledged, index);
  const before = await row();
  if (!before || !isNeeded(before)) return before;
  const blob = cut(file, before, index);
  const sha256 = before.hashes[index] ?? (await hash(blob));
  if (!(await store.putChunk({ uploadId: before.id, index, blob, sha256 }))) return 'unkept';
  const after = await row();
  if (after && isNeeded(after)) {
    staged.add(index);
    onStaged(after, index, sha256);
    return after;
  }
  await store.deleteChunk(before.id, index);
  if (after?.chunkSize !== chunkSize) staged.clear();
  return after;
}

function lastMissing({ total, acknowledged }: UploadRow, staged: ReadonlySet<number>): number | undefined {
  for (let index = total - 1; index >= 0; index--) {
    if (!staged.has(index) && !hasIndex(acknowledged, index)) return index;
  }
  return undefined;
}
