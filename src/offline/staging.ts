import type { Hasher } from './hasher.ts';
import { cut } from './source.ts';
import { StorageFullError, type Store } from './store.ts';
import type { UploadRow } from './upload-row.ts';

export interface StagingDeps {
  store: Pick<Store, 'putChunk' | 'acknowledge'>;
  hash: Hasher;
  /** The row as it is now. */
  row(): UploadRow;
  isSettled(index: number): boolean;
  onStaged(index: number, sha256: string): Promise<void>;
  signal: AbortSignal;
}

/**
 * Copies the file chunk by chunk onto the device, from its end, while sending goes on from its beginning: where they
 * meet all is safe, and what was sent by then need not be copied. Resolves 'done', or why it stopped.
 */
export async function stage(file: File, deps: StagingDeps): Promise<'done' | 'full' | 'source-lost' | 'stopped'> {
  for (let index = deps.row().total - 1; index >= 0; index--) {
    if (deps.signal.aborted) return 'stopped';
    if (deps.isSettled(index)) continue;
    try {
      const { id, chunkSize, size } = deps.row();
      const blob = cut(file, { chunkSize, size }, index);
      const sha256 = deps.row().hashes[index] ?? (await deps.hash(blob));
      if (deps.signal.aborted) return 'stopped';
      await deps.store.putChunk({ uploadId: id, index, blob, sha256 });
      await deps.onStaged(index, sha256);
    } catch (error) {
      return error instanceof StorageFullError ? 'full' : 'source-lost';
    }
  }
  return 'done';
}
