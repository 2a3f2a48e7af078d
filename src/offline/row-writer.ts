import type { Store } from './store.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * Keeps the latest state of a row, one write at a time: what changed while the last write ran goes out in the next.
 * A row that cannot be written costs a resync after a crash, never the upload; `onFull` hears of it.
 */
export function createRowWriter(store: Pick<Store, 'putUpload'>, onFull: () => void) {
  let latest: UploadRow | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (latest) {
      const row = latest;
      latest = undefined;
      await store.putUpload(row).catch(onFull);
    }
    writing = undefined;
  }

  return {
    save(row: UploadRow): void {
      latest = row;
      writing ??= write();
    },
    /** Forgets what was not begun. */
    discard(): void {
      latest = undefined;
    },
    /** Resolves when all that was handed in is kept. */
    settled: (): Promise<void> => writing ?? Promise.resolve(),
  };
}
