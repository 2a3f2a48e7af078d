import type { Clock } from '../time/clock.ts';
import type { Store } from './store.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * What can wait is kept four times a second at most: on a fast connection a row for every chunk costs as much as drawing.
 */
const soonMs = 250;

/**
 * Keeps the latest state of a row, one write at a time: what changed while the last write ran goes out in the next.
 * A row that cannot be written costs a resync after a crash, never the upload; `onFull` hears of it.
 */
export function createRowWriter(store: Pick<Store, 'putUpload'>, clock: Clock, onFull: () => void) {
  let latest: UploadRow | undefined;
  let writing: Promise<void> | undefined;
  let isKept = true;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let waiting: { kept: PromiseWithResolvers<void>; cancel: () => void } | undefined;

  async function write(): Promise<void> {
    while (latest) {
      const row = latest;
      latest = undefined;
      isKept = await store.putUpload(row).then(
        () => true,
        () => {
          onFull();
          return false;
        },
      );
    }
    writtenAt = clock.now();
    writing = undefined;
  }

  /** Resolves when all that was handed in is kept. */
  function flush(): Promise<void> {
    if (latest) writing ??= write();
    const done = writing ?? Promise.resolve();
    waiting?.cancel();
    void done.then(waiting?.kept.resolve);
    waiting = undefined;
    return done;
  }

  return {
    save(row: UploadRow): void {
      latest = row;
      void flush();
    },
    /** Keeps it within a moment, with what else changes by then. */
    saveSoon(row: UploadRow): void {
      latest = row;
      if (waiting || writing) return;
      const ms = writtenAt + soonMs - clock.now();
      if (ms <= 0) return void flush();
      // The device's clock may have been put back.
      waiting = { kept: Promise.withResolvers(), cancel: clock.after(Math.min(ms, soonMs), () => void flush()) };
    },
    /** Forgets what was not begun. */
    discard(): void {
      latest = undefined;
    },
    /** Resolves when all that was handed in is kept, which is begun now. */
    settled: flush,
    /** Resolves when all that was handed in is written, in its time: whether it is kept. */
    async kept(): Promise<boolean> {
      await (waiting?.kept.promise ?? writing);
      return isKept;
    },
  };
}
